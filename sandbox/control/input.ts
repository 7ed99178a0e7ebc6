import Ajv, {
	type ErrorObject,
	type JSONSchemaType,
	type Schema,
	type ValidateFunction,
} from 'ajv';

/** Something is wrong with a control call; the message says what. */
export class ControlError extends Error {}

const ajv = new Ajv({ allErrors: true, allowUnionTypes: true });

/** A check that gives the input typed or throws a ControlError naming every fault. */
export function checked<Input>(schema: JSONSchemaType<Input> | Schema): (input: unknown) => Input {
	// Compiled on first use: most runs of the sandbox need few of these checks.
	let compiled: ValidateFunction<Input> | undefined;
	return (input) => {
		const validate = (compiled ??= ajv.compile<Input>(schema));
		if (validate(input)) return input;
		const errors = validate.errors?.map(withDetail);
		throw new ControlError(ajv.errorsText(errors, { dataVar: 'body' }));
	};
}

/** With the name of the property, or the values, that the message leaves out. */
function withDetail(error: ErrorObject): ErrorObject {
	const { additionalProperty, allowedValues } = error.params as {
		additionalProperty?: string;
		allowedValues?: unknown[];
	};
	const detail = additionalProperty ?? allowedValues?.join(', ');
	return detail === undefined ? error : { ...error, message: `${error.message}: ${detail}` };
}

/** An id sent as a number or as a string of digits. */
export const idSchema = {
	oneOf: [
		{ type: 'integer', minimum: 1 },
		{ type: 'string', pattern: '^[1-9][0-9]{0,17}$' },
	],
} as const;
