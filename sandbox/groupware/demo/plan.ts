/** What fills the demo calendars. Days are counted in working days from today; times are local. */
export interface DemoMeeting {
	subject: string;
	menu?: string;
	/** Login names; the first one wrote it. */
	people: readonly string[];
	organization?: string;
	facility?: string;
	purpose?: string;
	notes?: string;
	company?: Record<string, string>;
	private?: boolean;
	watchers?: readonly string[];
	attendanceCheck?: boolean;
	zone?: string;
}

export interface DemoDate extends DemoMeeting {
	day: number;
	start: string;
	/** Left out for start-only events. */
	end?: string;
	/** A whole day, without times. */
	allDay?: boolean;
}

export interface DemoPeriod extends DemoMeeting {
	day: number;
	lastDay: number;
}

export interface DemoSeries extends DemoMeeting {
	type: 'EVERY_WEEK' | 'EVERY_WEEKDAY' | 'EVERY_MONTH';
	weekday?: 'MON' | 'TUE' | 'WED' | 'THU' | 'FRI';
	dayOfMonth?: string;
	start: string;
	end: string;
	/** Which of its occurrences, counted from the first, does not take place. */
	excluded?: number;
}

/** Held by turns, two on every working day; between 10:30 and 17:00, when no series has a room. */
const meetings: readonly DemoMeeting[] = [
	{
		subject: 'Customer visit: Example Trading',
		menu: 'Visit',
		people: ['sato', 'suzuki'],
		facility: 'room-a',
		notes: 'Bring the new price list.\nThey ask about delivery times.',
		company: { name: 'Example Trading', address: '1-2-3 Nihonbashi, Tokyo', phone: '03-0000-0001' },
	},
	{
		subject: 'Design review',
		menu: 'Meeting',
		people: ['yamamoto', 'kobayashi', 'garcia'],
		facility: 'room-b',
	},
	{
		subject: 'Support hand-over',
		menu: 'Meeting',
		people: ['ito', 'watanabe', 'admin'],
		facility: 'room-c',
		notes: 'Open cases of the week',
	},
	{
		subject: 'Interview',
		menu: 'Interview',
		people: ['mori', 'yamamoto'],
		facility: 'room-c',
	},
	{
		subject: 'Overseas sales call',
		menu: 'Call',
		people: ['chen', 'miller', 'brown', 'admin'],
		facility: 'phone-booth',
	},
	{
		subject: 'Project Alpha workshop',
		menu: 'Workshop',
		people: ['tanaka', 'kobayashi', 'chen'],
		facility: 'hall',
		notes: 'Agenda: goals, risks, next steps',
	},
	{
		subject: 'Delivery to the Osaka office',
		menu: 'Going out',
		people: ['mori'],
		facility: 'car-1',
		purpose: 'Delivery of printed catalogues',
	},
	{
		subject: 'Product training',
		menu: 'Training',
		people: ['suzuki', 'watanabe', 'tanaka', 'brown'],
		facility: 'osaka-1',
		attendanceCheck: true,
	},
];

const dates: readonly DemoDate[] = [
	{ subject: 'Dentist', day: 1, start: '12:00', end: '13:00', people: ['sato'], private: true },
	{
		subject: 'Salary talk',
		day: 2,
		start: '17:30',
		end: '18:00',
		people: ['mori', 'ito'],
		private: true,
	},
	{
		subject: 'Reorganization draft',
		day: 3,
		start: '17:00',
		end: '18:00',
		people: ['admin', 'sato'],
		private: true,
		watchers: ['mori'],
	},
	{ subject: 'Send the monthly report', day: 4, start: '17:00', people: ['suzuki'] },
	{ subject: 'Working from home', day: 1, start: '00:00', allDay: true, people: ['garcia'] },
	{
		subject: 'Quarterly planning, west coast',
		day: 5,
		start: '09:00',
		end: '10:00',
		people: ['miller', 'sato'],
		zone: 'America/Los_Angeles',
	},
	{
		subject: 'All hands',
		day: 6,
		start: '17:00',
		end: '18:00',
		people: ['admin'],
		organization: 'headquarters',
		facility: 'hall',
	},
];

const periods: readonly DemoPeriod[] = [
	{ subject: 'Annual leave', menu: 'Leave', day: 3, lastDay: 7, people: ['watanabe'] },
	{ subject: 'Trade fair', menu: 'Business trip', day: 6, lastDay: 8, people: ['suzuki', 'chen'] },
	{ subject: 'Training week', day: -5, lastDay: -1, people: ['kobayashi'] },
	{ subject: 'Stocktaking', day: 10, lastDay: 11, people: ['mori'], organization: 'support' },
];

const series: readonly DemoSeries[] = [
	{
		subject: 'Weekly sales meeting',
		menu: 'Meeting',
		type: 'EVERY_WEEK',
		weekday: 'MON',
		start: '09:00',
		end: '10:00',
		people: ['sato', 'suzuki', 'tanaka'],
		facility: 'room-a',
		excluded: 3,
	},
	{
		subject: 'Daily stand-up',
		type: 'EVERY_WEEKDAY',
		start: '09:30',
		end: '09:45',
		people: ['yamamoto', 'kobayashi', 'garcia'],
		facility: 'room-b',
	},
	{
		subject: 'Month-end closing',
		type: 'EVERY_MONTH',
		dayOfMonth: 'EOM',
		start: '17:00',
		end: '18:00',
		people: ['mori', 'admin'],
	},
];

/** What fills the calendars of the demo data. */
export interface DemoPlan {
	meetings: readonly DemoMeeting[];
	dates: readonly DemoDate[];
	periods: readonly DemoPeriod[];
	series: readonly DemoSeries[];
	/** Its date is open; its facility is the one it would take place in. */
	tentative: DemoMeeting & { facility: string };
}

export const plan: DemoPlan = {
	meetings,
	dates,
	periods,
	series,
	tentative: {
		subject: 'Kick-off (date open)',
		people: ['ito', 'tanaka'],
		facility: 'osaka-1',
	},
};
