import { describe, expect, test } from 'vitest';
import { contractFiles } from '../support/contract-files.ts';
import { isProduction, projectFiles } from './project/project.ts';
import { SourceFile } from './project/source-file.ts';
import { expectNone } from './project/violations.ts';
import { findUncalledRpcs, findUnconsumedEvents } from './rules/users-of-contracts.ts';

const production = projectFiles().filter(isProduction);
const rpcs = contractFiles.flatMap(({ services }) => services.flatMap(({ methods }) => methods));
const events = contractFiles
  .filter(({ name }) => name.endsWith('/events'))
  .flatMap(({ messages }) => messages.filter(({ deprecated }) => !deprecated));

test('every RPC has a caller in the product', () => {
  expect(rpcs.length).toBeGreaterThan(0);
  expectNone(
    findUncalledRpcs(rpcs, production),
    'Remove the RPC from its contract, with all code that exists only for it.',
  );
});

test('every event has a consumer in the product', () => {
  expect(events.length).toBeGreaterThan(0);
  expectNone(findUnconsumedEvents(events, production), 'Consume the event, or do not publish it.');
});

describe('the checker', () => {
  const named = (found: readonly { readonly location: string }[]) =>
    found.map(({ location }) => location.split('.').at(-1));

  test('counts a file that names the method as a caller, but not the file that implements it', () => {
    const [first, second] = rpcs;
    const own = first?.parent.typeName.split('.')[1];
    const contract = (up: string) => `import { Service } from '${up}proto/gen/lyceum/${own}/v1/any_pb.ts';`;
    const files = [
      new SourceFile('gateway/a.ts', `${contract('../')} call(Service.method.${first?.localName}, {});`),
      new SourceFile(
        `services/${own}/rpc/b.ts`,
        `${contract('../../../')} query(Service.method.${second?.localName}, read);`,
      ),
    ];
    expect(named(findUncalledRpcs(rpcs.slice(0, 2), files))).toEqual([second?.name]);
  });

  test('counts a file that names the schema as a consumer, but not the file that publishes the event', () => {
    const [first, second] = events.map(({ name }) => `${name}Schema`);
    const files = [
      new SourceFile('services/a/store/b.ts', `import { ${first} } from './a.ts'; const types = [${first}.typeName];`),
      new SourceFile(
        `services/${events[1]?.typeName.split('.')[1]}/rpc/c.ts`,
        `import { ${second} } from './a.ts'; resourceEvent(${second}, id);`,
      ),
    ];
    expect(named(findUnconsumedEvents(events.slice(0, 2), files))).toEqual([events[1]?.name]);
  });
});
