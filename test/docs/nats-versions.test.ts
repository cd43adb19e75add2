import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { NATS_VERSIONS } from '../../deploy/nats/server-version.ts';
import { projectRoot } from '../support/process/program.ts';

it.each(['deployment', 'one-machine', 'operations', 'runbook', 'security'])(
  'docs/%s.md asks for the versions of NATS that the command line asks for',
  (page) => {
    expect(readFileSync(`${projectRoot}docs/${page}.md`, 'utf8').replaceAll(/\s+/g, ' ')).toContain(NATS_VERSIONS);
  },
);
