import { cuts, type Fault, type FaultPlan } from '../tenants/faults';
import { checked, ControlError } from './input';

type FaultInput = Partial<Omit<Fault, 'retryAfter'>> & { retryAfter?: number | string };

const faultInput = checked<FaultInput>({
	type: 'object',
	additionalProperties: false,
	properties: {
		method: { type: 'string', minLength: 1 },
		path: { type: 'string', minLength: 1, maxLength: 1_000 },
		skip: { type: 'integer', minimum: 0 },
		times: { type: 'integer', minimum: 0 },
		status: { type: 'integer', minimum: 200, maximum: 599 },
		code: { type: 'string', pattern: '^[\\x20-\\x7e]*$' },
		message: { type: 'string' },
		html: { type: ['string', 'boolean'] },
		location: { type: 'string', pattern: '^[\\x21-\\x7e]+$' },
		retryAfter: { type: ['integer', 'string'], pattern: '^[\\x20-\\x7e]*$' },
		headers: {
			type: 'object',
			propertyNames: { pattern: '^[Xx]-[A-Za-z0-9-]+$' },
			additionalProperties: { type: 'string', pattern: '^[\\x20-\\x7e]*$' },
		},
		handled: { type: 'boolean' },
		delayMs: { type: 'integer', minimum: 0, maximum: 600_000 },
		hold: { type: 'boolean' },
		cut: { enum: cuts },
	},
});

/** Plans a fault as the control API describes it and gives its id. Throws a ControlError for one that can't be. */
export function planFault(plan: FaultPlan, input: unknown): number {
	const { method, retryAfter, ...rest } = faultInput(input);
	const fault: Fault = {
		skip: 0,
		times: 1,
		...rest,
		...(method === undefined ? {} : { method: method.toUpperCase() }),
		...(retryAfter === undefined ? {} : { retryAfter: String(retryAfter) }),
	};
	if (fault.path !== undefined && /[\\^$*+?()[\]{}|]/.test(fault.path)) {
		throw new ControlError('path is the beginning or a part of a path, not a regular expression.');
	}
	const replaces = fault.status !== undefined || fault.html !== undefined;
	const alone = fault.cut ?? fault.delayMs ?? fault.hold ?? fault.headers;
	if (!replaces && alone === undefined) {
		throw new ControlError('A fault needs one of status, html, headers, delayMs, hold and cut.');
	}
	if (
		!replaces &&
		(fault.code ?? fault.message ?? fault.location ?? fault.retryAfter ?? fault.handled) !==
			undefined
	) {
		throw new ControlError('code, message, location, retryAfter and handled need status or html.');
	}
	return plan.add(fault);
}
