import { type DemoApp, options } from './build';

export const customersApp: DemoApp = {
	name: 'Customers',
	description: 'Companies we sell to, with their contacts.',
	token: 'demo-customers-token',
	fields: {
		Company: { type: 'SINGLE_LINE_TEXT', required: true, unique: true, maxLength: '64' },
		Customer_number: { type: 'NUMBER', required: true, unique: true, label: 'Customer number' },
		Contact: { type: 'SINGLE_LINE_TEXT' },
		Email: { type: 'LINK', protocol: 'MAIL' },
		Phone: { type: 'LINK', protocol: 'CALL' },
		Website: { type: 'LINK', protocol: 'WEB' },
		Industry: {
			type: 'DROP_DOWN',
			options: options('Retail', 'Manufacturing', 'Hospitality', 'Education', 'Healthcare'),
		},
		Rank: {
			type: 'RADIO_BUTTON',
			options: options('A', 'B', 'C'),
			defaultValue: 'B',
		},
		Account_manager: { type: 'USER_SELECT', label: 'Account manager' },
		Address: { type: 'MULTI_LINE_TEXT' },
		Customer_since: { type: 'DATE', label: 'Customer since' },
		Newsletter: { type: 'CHECK_BOX', options: options('Products', 'Events', 'Offers') },
		Orders: { type: 'NUMBER' },
		Ordered: { type: 'NUMBER', unit: '$' },
	},
};

export function ordersApp(customers: string): DemoApp {
	return {
		name: 'Orders',
		description: 'What customers ordered, from the first inquiry to the delivery.',
		token: 'demo-orders-token',
		fields: {
			Order_number: {
				type: 'SINGLE_LINE_TEXT',
				label: 'Order number',
				required: true,
				unique: true,
				maxLength: '20',
			},
			Customer: {
				type: 'SINGLE_LINE_TEXT',
				required: true,
				lookup: {
					relatedApp: { app: customers },
					relatedKeyField: 'Company',
					fieldMappings: [
						{ field: 'Contact', relatedField: 'Contact' },
						{ field: 'Email', relatedField: 'Email' },
					],
					lookupPickerFields: ['Company', 'Contact'],
					filterCond: '',
					sort: 'Company asc',
				},
			},
			Contact: { type: 'SINGLE_LINE_TEXT' },
			Email: { type: 'LINK', protocol: 'MAIL' },
			Order_date: { type: 'DATE', label: 'Order date', required: true, defaultNowValue: true },
			Delivery: { type: 'DATETIME', label: 'Delivery' },
			Channel: {
				type: 'DROP_DOWN',
				options: options('Web shop', 'Phone', 'E-mail', 'Fair'),
				defaultValue: 'Web shop',
			},
			Priority: {
				type: 'RADIO_BUTTON',
				options: options('Low', 'Normal', 'High'),
				defaultValue: 'Normal',
			},
			Items: {
				type: 'SUBTABLE',
				fields: {
					Product: { type: 'SINGLE_LINE_TEXT', required: true },
					Unit_price: { type: 'NUMBER', label: 'Unit price', minValue: '0' },
					Quantity: { type: 'NUMBER', minValue: '1', defaultValue: '1' },
					Line_total: { type: 'CALC', label: 'Line total', expression: 'Unit_price * Quantity' },
				},
			},
			Discount: {
				type: 'NUMBER',
				unit: '%',
				unitPosition: 'AFTER',
				minValue: '0',
				maxValue: '100',
			},
			Subtotal: { type: 'CALC', expression: 'SUM(Line_total)' },
			Total: {
				type: 'CALC',
				expression: 'ROUND(Subtotal * (100 - Discount) / 100, 2)',
				format: 'NUMBER_DIGIT',
				displayScale: '2',
				unit: '$',
			},
			Sales_representative: { type: 'USER_SELECT', label: 'Sales representative' },
			Notes: { type: 'MULTI_LINE_TEXT' },
			Documents: { type: 'FILE' },
		},
		process: {
			states: {
				Received: { index: '0', assignee: { type: 'ONE', entities: [] } },
				Confirmed: { index: '1', assignee: { type: 'ONE', entities: [] } },
				Shipped: { index: '2', assignee: { type: 'ONE', entities: [] } },
				Completed: { index: '3', assignee: { type: 'ONE', entities: [] } },
				Canceled: { index: '4', assignee: { type: 'ONE', entities: [] } },
			},
			actions: [
				{ name: 'Confirm', from: 'Received', to: 'Confirmed' },
				{ name: 'Ship', from: 'Confirmed', to: 'Shipped' },
				{ name: 'Complete', from: 'Shipped', to: 'Completed' },
				{ name: 'Cancel', from: 'Received', to: 'Canceled' },
				{ name: 'Reopen', from: 'Canceled', to: 'Received' },
			],
		},
	};
}

/** What of an order is kept for good: the values as they were, so nothing is looked up or computed. */
export const orderArchiveApp: DemoApp = {
	name: 'Order Archive',
	description: 'Copies of old orders. The orders themselves are deleted.',
	token: 'demo-order-archive-token',
	fields: {
		Order_number: {
			type: 'SINGLE_LINE_TEXT',
			label: 'Order number',
			required: true,
			unique: true,
			maxLength: '20',
		},
		Customer: { type: 'SINGLE_LINE_TEXT' },
		Contact: { type: 'SINGLE_LINE_TEXT' },
		Email: { type: 'LINK', protocol: 'MAIL' },
		Order_date: { type: 'DATE', label: 'Order date' },
		Delivery: { type: 'DATETIME', label: 'Delivery' },
		Channel: { type: 'SINGLE_LINE_TEXT' },
		Priority: { type: 'SINGLE_LINE_TEXT' },
		Last_status: { type: 'SINGLE_LINE_TEXT', label: 'Last status' },
		Items: {
			type: 'SUBTABLE',
			fields: {
				Product: { type: 'SINGLE_LINE_TEXT' },
				Unit_price: { type: 'NUMBER', label: 'Unit price' },
				Quantity: { type: 'NUMBER' },
				Line_total: { type: 'NUMBER', label: 'Line total' },
			},
		},
		Discount: { type: 'NUMBER', unit: '%', unitPosition: 'AFTER' },
		Subtotal: { type: 'NUMBER' },
		Total: { type: 'NUMBER', unit: '$' },
		Sales_representative: { type: 'SINGLE_LINE_TEXT', label: 'Sales representative' },
		Notes: { type: 'MULTI_LINE_TEXT' },
		Documents: { type: 'FILE' },
	},
};

export const inventoryApp: DemoApp = {
	name: 'Inventory',
	description: 'What is in stock and when to order more.',
	token: 'demo-inventory-token',
	fields: {
		Item_code: {
			type: 'SINGLE_LINE_TEXT',
			label: 'Item code',
			required: true,
			unique: true,
			minLength: '3',
			maxLength: '16',
		},
		Product: { type: 'SINGLE_LINE_TEXT', required: true },
		Category: {
			type: 'DROP_DOWN',
			options: options('Furniture', 'Electronics', 'Stationery', 'Kitchen'),
		},
		In_stock: { type: 'NUMBER', label: 'In stock', minValue: '0', defaultValue: '0' },
		Reorder_level: { type: 'NUMBER', label: 'Reorder level', minValue: '0' },
		Unit_price: { type: 'NUMBER', label: 'Unit price', minValue: '0', unit: '$' },
		Stock_value: { type: 'CALC', label: 'Stock value', expression: 'In_stock * Unit_price' },
		State: {
			type: 'SINGLE_LINE_TEXT',
			expression: 'IF(In_stock <= Reorder_level, "Order now", "OK")',
		},
		Tags: { type: 'MULTI_SELECT', options: options('Fragile', 'Heavy', 'Seasonal', 'Sale') },
		Last_counted: { type: 'DATE', label: 'Last counted' },
	},
};

export const tasksApp: DemoApp = {
	name: 'Tasks',
	description: 'Who does what until when.',
	token: 'demo-tasks-token',
	fields: {
		Title: { type: 'SINGLE_LINE_TEXT', required: true },
		Details: { type: 'RICH_TEXT' },
		Due: { type: 'DATE' },
		Start_time: { type: 'TIME', label: 'Start time' },
		Estimated_hours: { type: 'NUMBER', label: 'Estimated hours' },
		Responsible: { type: 'USER_SELECT' },
		Department: { type: 'ORGANIZATION_SELECT' },
		Informed: { type: 'GROUP_SELECT' },
		Attachments: { type: 'FILE' },
	},
	process: {
		states: {
			'To do': { index: '0', assignee: { type: 'ONE', entities: [] } },
			'In progress': {
				index: '1',
				assignee: {
					type: 'ONE',
					entities: [
						{ entity: { type: 'FIELD_ENTITY', code: 'Responsible' } },
						{ entity: { type: 'CREATOR' } },
					],
				},
			},
			Review: {
				index: '2',
				assignee: { type: 'ANY', entities: [{ entity: { type: 'GROUP', code: 'managers' } }] },
			},
			Done: { index: '3', assignee: { type: 'ONE', entities: [] } },
		},
		actions: [
			{ name: 'Start', from: 'To do', to: 'In progress' },
			{
				name: 'Hand in',
				from: 'In progress',
				to: 'Review',
				filterCond: 'Estimated_hours > 0',
			},
			{ name: 'Approve', from: 'Review', to: 'Done' },
			{ name: 'Send back', from: 'Review', to: 'In progress' },
		],
	},
};

/** Where a change of the app is tried before all use it. */
export const testApp: DemoApp = {
	...tasksApp,
	name: 'Tasks (Test)',
	description: 'A copy of Tasks with the next changes. Nobody works in it.',
	token: 'demo-tasks-test-token',
	fields: { ...tasksApp.fields, Waiting_for: { type: 'SINGLE_LINE_TEXT', label: 'Waiting for' } },
};

export const expensesApp: DemoApp = {
	name: 'Expenses',
	description: 'What somebody wants to spend, and what was decided.',
	token: 'demo-expenses-token',
	fields: {
		Purpose: { type: 'SINGLE_LINE_TEXT', required: true },
		Amount: { type: 'NUMBER', required: true, unit: '$' },
		Decision: {
			type: 'RADIO_BUTTON',
			options: options('Open', 'Approved', 'Declined', 'No answer'),
			defaultValue: 'Open',
		},
		Decided: { type: 'DATETIME' },
	},
};

/** One record for each app whose design is kept. */
export const appDesignsApp: DemoApp = {
	name: 'App Designs',
	description: 'What other apps look like, as files.',
	token: 'demo-app-designs-token',
	fields: {
		App_name: { type: 'SINGLE_LINE_TEXT', label: 'App', required: true, unique: true },
		Design: { type: 'FILE' },
	},
};

export const dailyReportsApp: DemoApp = {
	name: 'Daily Reports',
	description: 'What each of us did today.',
	token: 'demo-daily-reports-token',
	fields: {
		Report_date: { type: 'DATE', label: 'Report date', required: true, defaultNowValue: true },
		Reporter: { type: 'USER_SELECT', defaultValue: [{ type: 'FUNCTION', code: 'LOGINUSER()' }] },
		Summary: { type: 'MULTI_LINE_TEXT', required: true },
		Visits: { type: 'NUMBER', minValue: '0', defaultValue: '0' },
		Mood: { type: 'RADIO_BUTTON', options: options('Good', 'Fair', 'Bad'), defaultValue: 'Good' },
	},
};

export const eventLogApp: DemoApp = {
	name: 'Event Log',
	description: 'Copies of calendar events, one record an event.',
	token: 'demo-event-log-token',
	fields: {
		event_key: { type: 'SINGLE_LINE_TEXT', label: 'Event key', required: true, unique: true },
		subject: { type: 'SINGLE_LINE_TEXT', label: 'Subject' },
		start: { type: 'DATETIME', label: 'Start' },
		end: { type: 'DATETIME', label: 'End' },
		attendees: { type: 'MULTI_LINE_TEXT', label: 'Attendees' },
		updated: { type: 'DATETIME', label: 'Updated' },
	},
};

/** One record for each month and channel, which no field alone identifies. */
export const budgetApp: DemoApp = {
	name: 'Sales Budget',
	description: 'What we plan to sell each month and on each channel, and what we sold.',
	token: 'demo-sales-budget-token',
	fields: {
		Month: { type: 'SINGLE_LINE_TEXT', required: true, maxLength: '7' },
		Channel: {
			type: 'DROP_DOWN',
			required: true,
			options: options('Web shop', 'Phone', 'E-mail', 'Fair'),
		},
		Budget: { type: 'NUMBER', unit: '$' },
		Actual: { type: 'NUMBER', unit: '$' },
		Difference: { type: 'CALC', expression: 'Actual - Budget', unit: '$' },
	},
};

export function partnerApp(spaceId: string): DemoApp {
	return {
		name: 'Partner Requests',
		description: 'What our partners ask for, shared with them in a guest space.',
		token: 'demo-partner-requests-token',
		spaceId,
		fields: {
			Subject: { type: 'SINGLE_LINE_TEXT', required: true },
			Partner: { type: 'DROP_DOWN', options: options('Northwind', 'Blue Harbor', 'Sunrise') },
			Details: { type: 'MULTI_LINE_TEXT' },
			Wanted_by: { type: 'DATE', label: 'Wanted by' },
		},
	};
}
