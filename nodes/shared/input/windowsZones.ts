/** What Windows and Microsoft's calendars call `NAME Standard Time`, from CLDR's windowsZones. */
const NAMES = `
AUS Central=Australia/Darwin, AUS Eastern=Australia/Sydney, Afghanistan=Asia/Kabul,
Alaskan=America/Anchorage, Arab=Asia/Riyadh, Arabian=Asia/Dubai, Arabic=Asia/Baghdad,
Argentina=America/Argentina/Buenos_Aires, Atlantic=America/Halifax, Azerbaijan=Asia/Baku,
Azores=Atlantic/Azores, Bangladesh=Asia/Dhaka, Belarus=Europe/Minsk,
Canada Central=America/Regina, Cape Verde=Atlantic/Cape_Verde, Caucasus=Asia/Yerevan,
Cen. Australia=Australia/Adelaide, Central=America/Chicago, Central (Mexico)=America/Mexico_City,
Central America=America/Guatemala, Central Asia=Asia/Bishkek, Central Brazilian=America/Cuiaba,
Central Europe=Europe/Budapest, Central European=Europe/Warsaw,
Central Pacific=Pacific/Guadalcanal, China=Asia/Shanghai, E. Africa=Africa/Nairobi,
E. Australia=Australia/Brisbane, E. South America=America/Sao_Paulo, Eastern=America/New_York,
Egypt=Africa/Cairo, Ekaterinburg=Asia/Yekaterinburg, FLE=Europe/Kiev, Fiji=Pacific/Fiji,
GMT=Europe/London, GTB=Europe/Bucharest, Georgian=Asia/Tbilisi, Greenland=America/Godthab,
Greenwich=Atlantic/Reykjavik, Hawaiian=Pacific/Honolulu, India=Asia/Kolkata, Iran=Asia/Tehran,
Israel=Asia/Jerusalem, Jordan=Asia/Amman, Korea=Asia/Seoul, Magadan=Asia/Magadan,
Mauritius=Indian/Mauritius, Middle East=Asia/Beirut, Montevideo=America/Montevideo,
Morocco=Africa/Casablanca, Mountain=America/Denver, Myanmar=Asia/Yangon,
N. Central Asia=Asia/Novosibirsk, Namibia=Africa/Windhoek, Nepal=Asia/Kathmandu,
New Zealand=Pacific/Auckland, Newfoundland=America/St_Johns, North Asia=Asia/Krasnoyarsk,
North Asia East=Asia/Irkutsk, Pacific=America/Los_Angeles, Pacific SA=America/Santiago,
Pakistan=Asia/Karachi, Paraguay=America/Asuncion, Romance=Europe/Paris, Russian=Europe/Moscow,
SA Eastern=America/Cayenne, SA Pacific=America/Bogota, SA Western=America/La_Paz,
SE Asia=Asia/Bangkok, Samoa=Pacific/Apia, Singapore=Asia/Singapore,
South Africa=Africa/Johannesburg, Sri Lanka=Asia/Colombo, Syria=Asia/Damascus,
Taipei=Asia/Taipei, Tokyo=Asia/Tokyo, Tonga=Pacific/Tongatapu, Turkey=Europe/Istanbul,
US Eastern=America/Indiana/Indianapolis, US Mountain=America/Phoenix,
Ulaanbaatar=Asia/Ulaanbaatar, Venezuela=America/Caracas, Vladivostok=Asia/Vladivostok,
W. Australia=Australia/Perth, W. Central Africa=Africa/Lagos, W. Europe=Europe/Berlin,
West Asia=Asia/Tashkent, West Pacific=Pacific/Port_Moresby, Yakutsk=Asia/Yakutsk`;

const zones = new Map(
	NAMES.trim()
		.split(/,\s/)
		.map((entry) => entry.split('=') as [string, string]),
);

/** The IANA name of a zone of Windows; other names as they are. */
export function ianaName(zone: string): string {
	return (/ Standard Time\b/.test(zone) && zones.get(zone.replace(' Standard Time', ''))) || zone;
}
