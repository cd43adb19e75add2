import { expect, test } from 'vitest';
import { contractFiles } from '../support/contract-files.ts';
import { isProduction, projectFiles } from './project/project.ts';

const production = projectFiles().filter(isProduction);
const rpcs = contractFiles.flatMap(({ services }) => services.flatMap(({ methods }) => methods));
const events = contractFiles
  .filter(({ name }) => name.endsWith('/events'))
  .flatMap(({ messages }) => messages.filter(({ deprecated }) => !deprecated));
/** `directory` of `lyceum.directory.v1.UserService`. */
const serviceOf = (typeName: string) => typeName.split('.')[1] ?? '';

test('every RPC has a caller outside the service that implements it', () => {
  const uncalled = rpcs.filter(({ parent, localName }) => {
    const service = serviceOf(parent.typeName);
    const name = new RegExp(`\\b${localName}\\b`);
    const callers = production.filter(({ path }) => !path.startsWith(`services/${service}/`));
    return !callers.some(({ text }) => text.includes(`proto/gen/lyceum/${service}/`) && name.test(text));
  });
  expect(rpcs.length).toBeGreaterThan(0);
  expect(
    uncalled.map(({ parent, name }) => `${parent.typeName}.${name}`),
    'Remove the RPC from its contract, with all code that exists only for it.',
  ).toEqual([]);
});

test('every event has a consumer: more than the files that publish it name its schema', () => {
  const texts = production.map(({ path, text }) => ({ path, text: text.replaceAll(/^import [^;]*;$/gm, '') }));
  const unconsumed = events.filter(({ name, typeName }) => {
    const publishers = new RegExp(`^services/${serviceOf(typeName)}/(rpc|events|domain)/`);
    const schema = new RegExp(`\\b${name}Schema\\b`);
    return !texts.some(({ path, text }) => !publishers.test(path) && schema.test(text));
  });
  expect(events.length).toBeGreaterThan(0);
  expect(
    unconsumed.map(({ typeName }) => typeName),
    'Consume the event, or do not publish it.',
  ).toEqual([]);
});
