import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { groupware } from '../../../nodes/Groupware/service';
import { recordPlatform } from '../../../nodes/RecordPlatform/service';
import { describe as describeNode } from '../../../nodes/shared/describe';

const properties = {
	recordPlatform: describeNode(recordPlatform),
	groupware: describeNode(groupware),
};
type Node = keyof typeof properties;

const optionsOf = (property?: INodeProperties) =>
	(property?.options ?? []) as INodePropertyOptions[];
const resources = (node: Node) =>
	optionsOf(properties[node].find(({ name }) => name === 'resource'));
const operations = (node: Node, resource: string) =>
	optionsOf(
		properties[node].find(
			({ name, displayOptions }) =>
				name === 'operation' && displayOptions?.show?.resource?.[0] === resource,
		),
	).map(({ name }) => name);
const FOR_FEW = /^For (app |space |system )?(administrators|programmers): /;

it('resources of the record platform stand in the order of use', () => {
	const names = resources('recordPlatform').map(({ name }) => name);
	expect(names.slice(0, 8)).toEqual([
		'Record',
		'Table Row',
		'Comment',
		'File',
		'App',
		'Process Management',
		'Search',
		'Bulk Request',
	]);
	expect(names.slice(-6)).toEqual([
		'App Plugin',
		'Space',
		'Thread',
		'Guest',
		'Plugin',
		'API Information',
	]);
	expect(names).toContain('App Action');
	expect(names).not.toContain('Action');
});

it('resources of the groupware begin with Event', () => {
	const names = resources('groupware').map(({ name }) => name);
	expect(names.slice(0, 3)).toEqual(['Event', 'Event Comment', 'Facility']);
	expect(names.at(-1)).toBe('Proxy Setting');
});

it('operations that most people use stand first', () => {
	expect(operations('recordPlatform', 'record').slice(0, 6)).toEqual([
		'Get Many',
		'Create',
		'Update',
		'Create or Update',
		'Get',
		'Delete',
	]);
	expect(operations('recordPlatform', 'tableRow')[0]).toBe('Add');
	expect(operations('groupware', 'event').slice(0, 2)).toEqual(['Get Many', 'Create']);
});

it.each(['recordPlatform', 'groupware'] as const)(
	'resources of %s say for whom they are, those for few people behind the others',
	(node) => {
		expect(resources(node).filter(({ description }) => !description)).toEqual([]);
		const everyday =
			node === 'recordPlatform' ? ['Record', 'Table Row', 'Comment', 'File'] : ['Event'];
		const few = resources(node).filter(({ description = '' }) => FOR_FEW.test(description));
		const names = few.map(({ name }) => name);
		expect(names.filter((name) => everyday.includes(name))).toEqual([]);
		expect(names).toEqual(
			expect.arrayContaining(
				node === 'recordPlatform'
					? ['Form', 'View', 'Permission', 'Deployment', 'Plugin', 'API Information', 'Cursor']
					: ['Proxy Setting', 'Message Attachment'],
			),
		);
	},
);
