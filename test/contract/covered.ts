/** Sections of the two catalogues of operations whose rows the nodes offer. */
export const coveredSections = {
	recordPlatform: ['4.2', '4.3', '4.4', '4.5', '4.6', '4.7', '4.8'],
	groupware: ['4.1', '4.2', '4.3', '4.4', '4.5', '4.6', '4.7', '4.8', '4.9', '4.10'],
} as const;

/** Rows of other sections that the nodes offer as well. */
export const coveredBeside = {
	recordPlatform: [],
	groupware: [],
} as const;

export type ServiceName = keyof typeof coveredSections;
export const serviceNames = Object.keys(coveredSections) as ServiceName[];
