import { readdirSync } from 'node:fs';
import { createRegistry, type DescField, type DescFile, ScalarType } from '@bufbuild/protobuf';
import { beforeAll, describe, expect, test } from 'vitest';
import { holdsSecrets, isSecret } from '../../platform/data/idempotency/idempotency.ts';
import { createLogger } from '../../platform/observability/log.ts';
import { LogLines } from '../support/process/log-lines.ts';

/**
 * The contracts mark secrets as `debug_redact`. These tests find fields that lack the mark, and code that ignores it.
 */
const GENERATED = new URL('../../proto/gen/lyceum/', import.meta.url);

let contracts: DescFile[];
beforeAll(async () => {
  const paths = readdirSync(GENERATED, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('_pb.ts'));
  const modules = await Promise.all(paths.map((path) => import(new URL(path, GENERATED).href)));
  contracts = modules.flatMap((module) => Object.values<DescFile>(module).filter(({ kind }) => kind === 'file'));
});

const messages = () => [...createRegistry(...contracts)].filter((type) => type.kind === 'message');
const fields = () => messages().flatMap((message) => message.fields);
const nameOf = (field: DescField) => `${field.parent.typeName}.${field.name}`;

describe('the secrets of the contracts', () => {
  test('are marked: every text field with the name of a secret', () => {
    const texts = fields().filter(({ scalar }) => scalar === ScalarType.STRING || scalar === ScalarType.BYTES);
    const called = texts.filter(({ name }) => /secret|password|private_key|token/.test(name));
    expect(called.map(nameOf)).toContain('lyceum.identity.v1.CreateIntegrationResponse.client_secret');
    expect(called.filter((field) => !isSecret(field)).map(nameOf), 'Mark it with [debug_redact = true].').toEqual([]);
  });

  test('are in no event, because events are stored and other services read them', () => {
    const events = messages().filter(({ file }) => file.name.endsWith('/events'));
    expect(events.length).toBeGreaterThan(10);
    expect(events.filter(holdsSecrets).map(({ typeName }) => typeName)).toEqual([]);
  });

  test('are removed from log lines by their names', () => {
    // A one-time link's code is not told by its name: log lines name refusals by their `code`.
    const destination = new LogLines();
    const names = fields()
      .filter((field) => isSecret(field) && field.name !== 'code')
      .map((field) => field.localName);
    const log = createLogger({ name: 'test', level: 'info', pretty: false, destination });
    for (const name of names) log.info({ [name]: 'hunter2', message: { [name]: ['hunter2'] } }, name);
    for (const name of names) expect(destination.text).toContain(`"msg":"${name}"`);
    expect(destination.text).not.toContain('hunter2');
  });
});
