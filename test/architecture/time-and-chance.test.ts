import { expect, test } from 'vitest';
import { isProduction, projectFiles } from './project/project.ts';
import { isNode, memberOf, type Node, SourceFile, textOf } from './project/source-file.ts';
import { expectNone, type Violation, violation } from './project/violations.ts';

const production = projectFiles().filter(isProduction);

/** What only one module may read, as members of an object or imported. */
const FORBIDDEN =
  /^(Date\.now|performance\.(now|timeOrigin)|Temporal\.Now|Math\.random|process\.(env|hrtime)|.*\.(random(UUID|Bytes|Int|Fill|FillSync)|getRandomValues|webcrypto))$/;
/** Objects that are not taken apart, because that would hide the members. */
const WHOLE = new Set(['Date', 'performance', 'Temporal', 'Math', 'process', 'crypto']);

function usedBy(node: Node): string | null {
  const isDate = textOf(node.callee) === 'Date';
  if (node.type === 'NewExpression') return isDate && (node.arguments as Node[]).length === 0 ? 'new Date()' : null;
  if (node.type === 'CallExpression') return isDate ? 'Date()' : null;
  if (node.type === 'VariableDeclarator')
    return isNode(node.id) && node.id.type === 'ObjectPattern' && WHOLE.has(textOf(node.init) ?? '') ? 'parts' : null;
  if (node.type === 'ImportDeclaration') {
    const from = (textOf(node.source) ?? '').replace('node:', '');
    const names = (node.specifiers as Node[]).map(({ imported }) => `${from}.${textOf(imported)}`);
    return from === 'uuid' ? from : (names.find((name) => FORBIDDEN.test(name)) ?? null);
  }
  const member = memberOf(node);
  const name = member ? `${member.object}.${member.property}` : '';
  return FORBIDDEN.test(name) ? name : null;
}

function findTimeAndChance(file: SourceFile): Violation[] {
  return file.nodes.flatMap((node) => {
    const what = usedBy(node);
    return what === null ? [] : [violation(file, node.start, what)];
  });
}

test('one module each reads the time, randomness and the environment', () => {
  expectNone(
    production.flatMap(findTimeAndChance),
    'Take a Clock, Ids or Environment (or the value itself) as an argument: they come from platform/core/{clock,ids,config/environment}.ts.',
    {
      'platform/core/clock.ts': 'reads the time',
      'libraries/pg-batch/caller.ts': 'looks whether a deadline has passed',
      'libraries/pg-batch/advisory-lock.ts': 'knows by the machine’s clocks when its lock is lost',
      'libraries/pg-batch/shortages.ts': 'measures how long ago a shortage was',
      'libraries/grpc-mux/deadline.ts': 'reads the time, for a library that could be published',
      'platform/core/ids.ts': 'makes ids and secrets',
      'platform/core/config/config.ts': 'reads the environment',
      'gateway/endpoint/cursor-keys.ts': 'makes the signing key of a test or a development process: a key, not an id',
      'libraries/embedded-postgres/free-port.ts':
        'draws random ports, so that two processes that look for one at the same time find different ones',
      'libraries/embedded-postgres/cluster.ts': 'makes the password of an embedded server, once',
      'dev/nats-server/passwords.ts': 'makes the passwords of a server of a test or a development installation',
      'platform/calls/identity/identity-keys.ts': 'makes keys that sign identities: keys, not ids',
      'clients/typescript/src/requests.ts': 'makes the keys of an integrator’s requests, in a separate package',
      'clients/typescript/src/http/sender.ts':
        'adds jitter to the waits of an integrator’s program, and measures its requests',
      'platform/core/config/key-ring.ts': 'makes the nonces for encrypting secrets: not ids',
      'dev/development-secrets.ts': 'makes the signing key of a development installation, once',
    },
  );
});

test('only the module of instants makes dates', () => {
  const made = production.flatMap((file) =>
    file
      .nodesOf('NewExpression')
      .filter((node) => textOf(node.callee) === 'Date' && (node.arguments as Node[]).length > 0)
      .map((node) => violation(file, node.start, 'new Date(…)')),
  );
  expectNone(made, 'Compute with epoch milliseconds, and read and write text with platform/core/instant.ts.', {
    'platform/core/instant.ts': 'makes dates',
  });
});

test.each([
  "const a = globalThis.Date['now'];",
  'const { now } = Date;',
  "import { randomBytes as bytes } from 'node:crypto';",
])('the checker finds %s', (text) => {
  expect(findTimeAndChance(new SourceFile('x.ts', text))).toHaveLength(1);
  expect(findTimeAndChance(new SourceFile('x.ts', `// ${text}\nclock.now(process.pid);`))).toEqual([]);
});
