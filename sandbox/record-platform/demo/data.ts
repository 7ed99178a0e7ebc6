import type { DemoRecord } from './build';

/** Company, contact, industry, rank, manager, city. */
const COMPANIES: readonly [string, string, string, string, string, string][] = [
	['Harbor Books', 'Nora Ellis', 'Retail', 'A', 'sato', 'Boston'],
	['Alder Furniture', 'Tom Becker', 'Manufacturing', 'A', 'suzuki', 'Portland'],
	['Cafe Lumiere', 'Claire Dubois', 'Hospitality', 'B', 'garcia', 'Lyon'],
	['Green Valley School', 'Peter Walsh', 'Education', 'B', 'tanaka', 'Denver'],
	['Riverside Clinic', 'Dr. Amina Khan', 'Healthcare', 'A', 'miller', 'Leeds'],
	['Sunset Hotels', 'Marco Rossi', 'Hospitality', 'A', 'miller', 'San Diego'],
	['Maple Toys', 'Julia Stone', 'Retail', 'C', 'sato', 'Toronto'],
	['North Star Bakery', 'Erik Lund', 'Retail', 'B', 'brown', 'Oslo'],
	['Summit Outdoor', 'Grace Kim', 'Retail', 'A', 'tanaka', 'Seattle'],
	['Bright Minds Tutoring', 'Omar Haddad', 'Education', 'C', 'brown', 'Bristol'],
	['Pacific Instruments', 'Hana Mori', 'Manufacturing', 'A', 'suzuki', 'Yokohama'],
	['Old Mill Brewery', 'Fred Baker', 'Manufacturing', 'B', 'brown', 'York'],
	['Lakeside Dental', 'Dr. Eva Novak', 'Healthcare', 'B', 'garcia', 'Geneva'],
	['City Garden Hotel', 'Sofia Costa', 'Hospitality', 'C', 'garcia', 'Lisbon'],
	['Pixel Print Shop', 'Leo Grant', 'Retail', 'B', 'sato', 'Austin'],
	['Delta Logistics', 'Ingrid Vos', 'Manufacturing', 'B', 'chen', 'Rotterdam'],
	['Silver Oak Care', 'Ruth Adler', 'Healthcare', 'C', 'miller', 'Chicago'],
	['Ocean View Resort', 'Kai Nakamura', 'Hospitality', 'B', 'chen', 'Honolulu'],
	['Horizon Academy', 'Maya Patel', 'Education', 'A', 'tanaka', 'London'],
	['Copper Kettle Kitchen', 'Sam Porter', 'Retail', 'C', 'suzuki', 'Dublin'],
];

/** Code, product, category, price. */
const PRODUCTS: readonly [string, string, string, string][] = [
	['DSK-100', 'Standing desk', 'Furniture', '489'],
	['CHR-200', 'Office chair', 'Furniture', '219.5'],
	['SHF-300', 'Book shelf', 'Furniture', '149'],
	['LMP-110', 'Desk lamp', 'Electronics', '39.9'],
	['MON-240', 'Monitor 27"', 'Electronics', '329'],
	['HDP-120', 'Headphones', 'Electronics', '89.95'],
	['PEN-010', 'Gel pens, box of 12', 'Stationery', '11.4'],
	['NTB-020', 'Notebook A5', 'Stationery', '4.25'],
	['PAP-030', 'Copy paper, 500 sheets', 'Stationery', '6.8'],
	['MUG-050', 'Mug', 'Kitchen', '8.5'],
	['KTL-060', 'Electric kettle', 'Kitchen', '45'],
	['CFM-070', 'Coffee machine', 'Kitchen', '259'],
];

const STAFF = ['sato', 'suzuki', 'tanaka', 'miller', 'brown', 'chen'];
const CHANNELS = ['Web shop', 'Phone', 'E-mail', 'Fair'];
const PRIORITIES = ['Normal', 'Normal', 'High', 'Low'];

type Day = (offset: number) => string;

function at<Entry>(list: readonly Entry[], index: number): Entry {
	return list[index % list.length] as Entry;
}

export function customerRecords(day: Day): DemoRecord[] {
	return COMPANIES.map(([company, contact, industry, rank, manager, city], index) => {
		const domain = `${company.toLowerCase().replace(/[^a-z]+/g, '-')}.example.com`;
		return {
			Company: company,
			Customer_number: String(1001 + index),
			Contact: contact,
			Email: `office@${domain}`,
			Phone: `+1-555-01${String(index + 10).padStart(2, '0')}`,
			Website: `https://www.${domain}`,
			Industry: industry,
			Rank: rank,
			Account_manager: [{ code: manager }],
			Address: `${12 + index * 7} Main Street\n${city}`,
			Customer_since: day(-1500 + index * 61),
			Newsletter: index % 3 === 0 ? ['Products', 'Offers'] : index % 3 === 1 ? ['Events'] : [],
		};
	});
}

export function inventoryRecords(day: Day): DemoRecord[] {
	return PRODUCTS.map(([code, product, category, price], index) => ({
		Item_code: code,
		Product: product,
		Category: category,
		In_stock: String((index * 37) % 90),
		Reorder_level: '20',
		Unit_price: price,
		Tags: index % 4 === 0 ? ['Heavy'] : index % 5 === 0 ? ['Seasonal', 'Sale'] : [],
		Last_counted: day(-index * 3 - 1),
	}));
}

/** Eighty orders, the oldest first: one every day until today. */
export function orderRecords(day: Day): DemoRecord[] {
	return Array.from({ length: 80 }, (_, index) => ({
		Order_number: `SO-${String(2001 + index)}`,
		Customer: at(COMPANIES, index * 7 + Math.floor(index / 20))[0],
		Order_date: day(index - 79),
		Delivery: `${day(index - 72)}T0${1 + (index % 8)}:30:00Z`,
		Channel: at(CHANNELS, index * 3),
		Priority: at(PRIORITIES, index),
		Items: Array.from({ length: 1 + (index % 3) }, (_, line) => {
			const [, product, , price] = at(PRODUCTS, index * 5 + line * 3);
			return { Product: product, Unit_price: price, Quantity: String(1 + ((index + line) % 6)) };
		}),
		...(index % 5 === 0 ? { Discount: '10' } : {}),
		Sales_representative: [{ code: at(STAFF, index) }],
		Notes: index % 6 === 0 ? 'Please call before the delivery.' : '',
	}));
}

/** The month before, this one, and the next one, for all channels. */
export function budgetRecords(day: Day): DemoRecord[] {
	const [year = 0, month = 0] = day(0).split('-').map(Number);
	return [-1, 0, 1].flatMap((offset) => {
		const Month = new Date(Date.UTC(year, month - 1 + offset)).toISOString().slice(0, 7);
		return CHANNELS.map((Channel, index) => {
			return { Month, Channel, Budget: String(9000 - index * 2000) };
		});
	});
}

export function taskRecords(day: Day): DemoRecord[] {
	const tasks: [string, string, string, string, number][] = [
		['Prepare the spring catalogue', 'kobayashi', 'development', '12', 14],
		['Call customers with overdue invoices', 'suzuki', 'sales', '3', 1],
		['Update the price list', 'tanaka', 'sales', '4.5', 5],
		['Renew the fire insurance', 'mori', 'general-affairs', '2', 21],
		['Answer open support requests', 'ito', 'support', '6', 0],
		['Interview a new developer', 'yamamoto', 'development', '1.5', 3],
		['Plan the trade fair', 'miller', 'sales-overseas', '16', 45],
		['Check the backup', 'watanabe', 'support', '1', -2],
		['Translate the product manual', 'chen', 'sales-overseas', '20', 30],
		['Order new office chairs', 'mori', 'general-affairs', '', 10],
	];
	return tasks.map(([title, responsible, department, hours, due], index) => ({
		Title: title,
		Details: `<p>${title}. See the notes of the last meeting.</p>`,
		Due: day(due),
		Start_time: `${String(9 + (index % 8)).padStart(2, '0')}:00`,
		Estimated_hours: hours,
		Responsible: [{ code: responsible }],
		Department: [{ code: department }],
		Informed: index % 3 === 0 ? [{ code: 'managers' }] : [],
	}));
}

export function reportRecords(day: Day): DemoRecord[] {
	const work = [
		'Visited two customers and presented the new desks.',
		'Worked on offers; one of them was accepted by phone.',
		'Team meeting in the morning, support in the afternoon.',
		'Counted the stock with the warehouse.',
		'Training on the new order process.',
	];
	return Array.from({ length: 24 }, (_, index) => ({
		Report_date: day(Math.floor(index / 3) - 8),
		Reporter: [{ code: at(STAFF, index) }],
		Summary: at(work, index * 2 + 1),
		Visits: String(index % 4),
		Mood: index % 7 === 3 ? 'Bad' : index % 3 === 1 ? 'Fair' : 'Good',
	}));
}

export function eventRecords(day: Day): DemoRecord[] {
	return [
		{
			event_key: 'demo-1',
			subject: 'Weekly sales meeting',
			start: `${day(-7)}T01:00:00Z`,
			end: `${day(-7)}T02:00:00Z`,
			attendees: 'Haruka Sato\nKenji Suzuki\nYui Tanaka',
			updated: `${day(-9)}T05:12:00Z`,
		},
	];
}

export function partnerRecords(day: Day): DemoRecord[] {
	return [
		{
			Subject: 'Samples of the new lamp',
			Partner: 'Northwind',
			Details: 'Three lamps for the show room.',
			Wanted_by: day(12),
		},
		{
			Subject: 'Price list in euros',
			Partner: 'Blue Harbor',
			Details: 'With the discounts we agreed on.',
			Wanted_by: day(4),
		},
		{ Subject: 'Joint stand at the fair', Partner: 'Sunrise', Details: '', Wanted_by: day(60) },
	];
}
