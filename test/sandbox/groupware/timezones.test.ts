import { timeZones } from '../../../sandbox/groupware/timezones';
import { apiData } from '../../contract/apiData';

it('knows the time zones of docs/api', () => {
	expect(apiData('groupware-timezones.json')).toMatchObject({ timeZones: [...timeZones] });
});
