export function configureGlobalAxiosDefaults(): void {}
