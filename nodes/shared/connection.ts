/** What every request of an execution needs to know of the credential; never a secret. */
export interface Connection {
	/** Scheme, host and path prefix without a slash at the end; paths of requests follow it. */
	baseUrl: string;
	/** How the person signs in, in the words of `Operation.signIn`. */
	signIn: string;
	/** Login name of the user, where the credential has it. */
	login?: string;
	/** True if only operations that read are allowed. */
	readOnly?: boolean;
	/** Version of a self-hosted edition; undefined where the service is always the newest. */
	version?: string;
	/** Words for the edition in messages (`package edition 5.15`). */
	edition?: string;
	/** True for an edition of the package kind, whose operations depend on its version. */
	packaged?: boolean;
}
