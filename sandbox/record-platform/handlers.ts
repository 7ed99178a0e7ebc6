import type { Call, Reply } from '../types';
import type { api } from './api';
import type { Context } from './context';
import type { Body } from './input';

export type Handler<Given> = (
	context: Context,
	given: Given,
	call: Call,
) => Promise<object | Reply>;

/** `apis.list` and `apis.schema` are answered before anyone signs in (`apis/`). */
export type OperationId = Exclude<keyof typeof api, `apis.${string}`>;

export type AllHandlers = { [Id in OperationId]: Handler<Body<Id>> };

/** Those of one resource. */
export type Handlers = Partial<AllHandlers>;
