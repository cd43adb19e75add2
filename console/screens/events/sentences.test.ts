import { expect, it } from 'vitest';
import { messages } from '../../../languages/en/console/index.ts';
import { feedTypes } from '../../../services/webhooks/domain/event-types.ts';
import { inEnglish } from '../../components/testing/english.ts';
import { sentenceOf } from './sentences.ts';

const { told, resources } = messages.events;

it('every type of the feed has a sentence, and every kind of resource a name', () => {
  const all = Object.values(feedTypes);
  expect(Object.keys(told).toSorted()).toEqual([...all.map(({ type }) => type), 'webhook.test'].toSorted());
  expect(Object.keys(resources).toSorted()).toEqual([...new Set(all.map(({ resource }) => resource))].toSorted());
});

it.each([
  ['appointment.created', 'An appointment was added'],
  ['user.updated', 'A user was changed'],
  ['program_version.updated', 'A study program version was changed'],
  ['session.auto_closed', 'The session of somebody was closed automatically'],
  // Of a later release.
  ['invoice.sent', 'An event of type invoice.sent'],
])('%s without a name is “%s”', (type, sentence) => {
  expect(inEnglish(() => sentenceOf({ type }, () => undefined))).toBe(sentence);
});
