import {
	flag,
	formatted,
	listOf,
	long,
	object,
	oneOf,
	required,
	revision,
	text,
	type OperationSchemas,
} from '../vocabulary';

export const permissionSchemas: OperationSchemas = {
	'GET app/acl': {
		request: object({ app: required(long) }),
		response: object({
			revision: long,
			rights: listOf(
				object({
					appEditable: flag,
					entity: object({ code: text, type: oneOf('USER', 'ORGANIZATION', 'GROUP', 'CREATOR') }),
					includeSubs: flag,
					recordAddable: flag,
					recordDeletable: flag,
					recordEditable: flag,
					recordExportable: flag,
					recordImportable: flag,
					recordViewable: flag,
				}),
			),
		}),
	},
	'PUT app/acl': {
		request: object({
			app: required(long),
			revision: long,
			rights: required(
				listOf(
					object({
						appEditable: flag,
						entity: required(
							object({
								code: text,
								type: required(oneOf('USER', 'ORGANIZATION', 'GROUP', 'CREATOR')),
							}),
						),
						includeSubs: flag,
						recordAddable: flag,
						recordDeletable: flag,
						recordEditable: flag,
						recordExportable: flag,
						recordImportable: flag,
						recordViewable: flag,
					}),
				),
			),
		}),
		response: revision,
	},
	'GET record/acl': {
		request: object({ app: required(long), lang: oneOf('default', 'user', 'ja', 'en', 'zh') }),
		response: object({
			revision: long,
			rights: listOf(
				object({
					entities: listOf(
						object({
							deletable: flag,
							editable: flag,
							entity: object({
								code: text,
								type: oneOf('USER', 'GROUP', 'ORGANIZATION', 'FIELD_ENTITY'),
							}),
							includeSubs: flag,
							viewable: flag,
						}),
					),
					filterCond: text,
				}),
			),
		}),
	},
	'PUT record/acl': {
		request: object({
			app: long,
			id: long,
			revision: long,
			rights: required(
				listOf(
					object({
						entities: required(
							listOf(
								object({
									deletable: flag,
									editable: flag,
									entity: required(
										object({
											code: text,
											type: required(oneOf('USER', 'GROUP', 'ORGANIZATION', 'FIELD_ENTITY')),
										}),
									),
									includeSubs: flag,
									viewable: flag,
								}),
							),
						),
						filterCond: formatted('query'),
					}),
				),
			),
		}),
		response: revision,
	},
	'GET field/acl': {
		request: object({ app: required(long) }),
		response: object({
			revision: long,
			rights: listOf(
				object({
					code: text,
					entities: listOf(
						object({
							accessibility: oneOf('WRITE', 'READ', 'NONE'),
							entity: object({
								code: text,
								type: oneOf('USER', 'GROUP', 'ORGANIZATION', 'FIELD_ENTITY'),
							}),
							includeSubs: flag,
						}),
					),
				}),
			),
		}),
	},
	'PUT field/acl': {
		request: object({
			app: long,
			id: long,
			revision: long,
			rights: required(
				listOf(
					object({
						code: required(text),
						entities: required(
							listOf(
								object({
									accessibility: required(oneOf('WRITE', 'READ', 'NONE')),
									entity: required(
										object({
											code: text,
											type: required(oneOf('USER', 'GROUP', 'ORGANIZATION', 'FIELD_ENTITY')),
										}),
									),
									includeSubs: flag,
								}),
							),
						),
					}),
				),
			),
		}),
		response: revision,
	},
};
