import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { services } from '../../deploy/installation/services.ts';
import { projectRoot } from '../../test/support/process/program.ts';
import { readPromql } from '../../test/support/promql.ts';
import { outages } from '../engines/alerts/outages.ts';
import { QUERIED } from './alert-proof.ts';
import { alertProofs } from './all-proofs.ts';
import { recordingProofs } from './proofs/recordings.ts';
import { alerts, deployedParts, recordings } from './rules.ts';

const read = (path: string) => readFileSync(`${projectRoot}${path}`, 'utf8');
const expressionOf = (name: string) => alerts.find(({ alert }) => alert === name)?.expr ?? '';

it('every alert has the series that make it fire and those that do not, and says what its silence means', () => {
  expect(Object.keys(alertProofs).sort()).toEqual(alerts.map(({ alert }) => alert).sort());
});

it.each(Object.entries(alertProofs))('%s: an outage, or a test of its metric, or a reason', (name, { fault }) => {
  if ('outage' in fault) expect(outages.find((outage) => outage.name === fault.outage)?.alerts).toContain(name);
  else if ('test' in fault) expect(read(fault.test)).toContain(fault.shows);
  else expect(fault.none.length).toBeGreaterThan(30);
});

it('every outage sets off an alert that names it', () => {
  const named = Object.values(alertProofs).map(({ fault }) => 'outage' in fault && fault.outage);
  expect(outages.map(({ name }) => name).filter((name) => !named.includes(name))).toEqual([]);
});

it('LyceumMetricMissing covers every alert that says so, with all metrics of its expression', () => {
  const covered = readPromql(expressionOf('LyceumMetricMissing')).metrics;
  for (const [name, { silence }] of Object.entries(alertProofs))
    if (silence?.startsWith(QUERIED))
      expect([name, readPromql(expressionOf(name)).metrics.filter((metric) => covered.includes(metric))]).not.toEqual([
        name,
        [],
      ]);
});

it('LyceumPartDown names every part of the installation', () => {
  const named = [...expressionOf('LyceumPartDown').matchAll(/absent\(lyceum_ready\{service="(\w+)"\}\)/g)];
  expect(named.map(([, part]) => part).sort()).toEqual([...deployedParts].sort());
});

it('LyceumMetricMissing names the services that have consumers', () => {
  const consuming = services.filter(({ consumers }) => consumers.length > 0).map(({ name }) => name);
  const named = [...expressionOf('LyceumMetricMissing').matchAll(/service=~"([^"]+)"/g)];
  expect(named.length).toBeGreaterThan(0);
  for (const [, text = ''] of named) expect(text.split('|').sort()).toEqual(consuming.sort());
});

it('every ratio that is recorded has a test', () => {
  const tested = recordingProofs.flatMap(({ values }) => Object.keys(values));
  const ratios = recordings.map(({ record }) => record).filter((name) => name.endsWith(':ratio30d'));
  expect(ratios.filter((name) => !tested.includes(name))).toEqual([]);
  expect(new Set(recordings.map(({ record }) => record)).size).toBe(recordings.length);
});
