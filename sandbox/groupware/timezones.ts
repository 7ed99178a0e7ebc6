/**
 * The time zones that the service knows; any other name is refused (GRN_REST_API_00221).
 * Source: garoon/garoon-mcp-server src/constants.ts (list of time zones Garoon supports). `npm run api-tables` writes this file.
 */
// prettier-ignore
export const timeZones: readonly string[] = [
	'Etc/GMT+12', 'Etc/GMT+11', 'Etc/GMT+10', 'Pacific/Honolulu', 'America/Anchorage', 'Etc/GMT+9',
	'America/Los_Angeles', 'America/Tijuana', 'Etc/GMT+8', 'America/Denver', 'America/Phoenix',
	'Etc/GMT+7', 'America/Chicago', 'America/Chihuahua', 'America/Guatemala', 'America/Mexico_City',
	'America/Regina', 'Etc/GMT+6', 'America/Bogota', 'America/Indiana/Indianapolis',
	'America/New_York', 'Etc/GMT+5', 'America/Asuncion', 'America/Caracas', 'America/Cuiaba',
	'America/Halifax', 'America/La_Paz', 'America/Manaus', 'America/Santiago', 'Etc/GMT+4',
	'America/St_Johns', 'America/Argentina/Buenos_Aires', 'America/Cayenne', 'America/Montevideo',
	'America/Sao_Paulo', 'Etc/GMT+3', 'America/Godthab', 'Atlantic/South_Georgia', 'Etc/GMT+2',
	'Atlantic/Azores', 'Atlantic/Cape_Verde', 'Etc/GMT+1', 'Atlantic/Reykjavik', 'Etc/GMT',
	'Europe/London', 'UTC', 'Africa/Casablanca', 'Africa/Lagos', 'Etc/GMT-1', 'Europe/Berlin',
	'Europe/Budapest', 'Europe/Paris', 'Europe/Warsaw', 'Africa/Cairo', 'Africa/Johannesburg',
	'Africa/Windhoek', 'Asia/Beirut', 'Asia/Jerusalem', 'Etc/GMT-2', 'Europe/Kiev',
	'Africa/Nairobi', 'Asia/Amman', 'Asia/Baghdad', 'Asia/Damascus', 'Asia/Riyadh', 'Etc/GMT-3',
	'Europe/Istanbul', 'Europe/Minsk', 'Europe/Moscow', 'Asia/Tehran', 'Asia/Baku', 'Asia/Dubai',
	'Asia/Tbilisi', 'Asia/Yerevan', 'Etc/GMT-4', 'Indian/Mauritius', 'Asia/Kabul', 'Asia/Almaty',
	'Asia/Karachi', 'Asia/Tashkent', 'Asia/Yekaterinburg', 'Etc/GMT-5', 'Asia/Colombo',
	'Asia/Kolkata', 'Asia/Kathmandu', 'Asia/Dhaka', 'Etc/GMT-6', 'Asia/Yangon', 'Asia/Bangkok',
	'Asia/Krasnoyarsk', 'Asia/Novosibirsk', 'Etc/GMT-7', 'Asia/Irkutsk', 'Asia/Shanghai',
	'Asia/Singapore', 'Asia/Taipei', 'Asia/Ulaanbaatar', 'Australia/Perth', 'Etc/GMT-8',
	'Asia/Seoul', 'Asia/Tokyo', 'Asia/Yakutsk', 'Etc/GMT-9', 'Australia/Adelaide',
	'Australia/Darwin', 'Asia/Vladivostok', 'Australia/Brisbane', 'Australia/Hobart',
	'Australia/Sydney', 'Etc/GMT-10', 'Pacific/Port_Moresby', 'Asia/Magadan', 'Etc/GMT-11',
	'Pacific/Guadalcanal', 'Asia/Kamchatka', 'Etc/GMT-12', 'Pacific/Auckland', 'Pacific/Fiji',
	'Pacific/Apia', 'Pacific/Tongatapu',
];
