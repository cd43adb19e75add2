import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { readPromql } from '../../../test/support/promql.ts';
import { type AlertProof, OWN, type Series } from '../../alerts/alert-proof.ts';
import { alertProofs } from '../../alerts/all-proofs.ts';
import { recordingProofs } from '../../alerts/proofs/recordings.ts';
import { alerts, RULE_FILES, readRules } from '../../alerts/rules.ts';

const obstacle = spawnSync('promtool', ['--version']).status === 0 ? '' : ' (SKIPPED: promtool is not installed)';
if (obstacle) process.stderr.write(`The rules of Prometheus are not tested${obstacle}.\n`);

const folder = mkdtempSync(join(tmpdir(), 'lyceum-alerts-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Case {
  readonly name: string;
  readonly at: string;
  readonly interval: string;
  readonly series: Series;
  /** What the alert must have, or nothing. */
  readonly expected: readonly object[];
}

const runbookOf = new Map(alerts.map(({ alert, annotations }) => [alert, annotations.runbook_url]));

/** What an alert must do at `at` with its series, with others, and with none if it says that it fires on silence. */
function casesOf([name, { at, interval = '1m', fires, labels, summary, quiet, quietAt, silence }]: [
  string,
  AlertProof,
]) {
  const alert = { exp_labels: labels, exp_annotations: { summary, runbook_url: runbookOf.get(name) } };
  const nothing = { name, at: '2h', interval: '5m', series: { 'up{job="other"}': '1x40' }, expected: [alert] };
  return [
    { name, at, interval, series: fires, expected: [alert] },
    { name, at: quietAt ?? at, interval, series: quiet, expected: [] },
    ...(silence === OWN ? [nothing] : []),
  ];
}

const cases: readonly Case[] = Object.entries(alertProofs).flatMap(casesOf);

/** The metrics that a case has, or that its alert looks for. */
function metricsOf({ name, series }: Case): readonly string[] {
  const own = Object.keys(series).map((text) => text.replace(/\{.*/, ''));
  return [...own, ...readPromql(alerts.find(({ alert }) => alert === name)?.expr ?? '').metrics];
}

/** Cases that share no metric: promtool takes a second to begin each test. */
function pack(all: readonly Case[]): Case[][] {
  const packs: { readonly interval: string; readonly metrics: Set<string>; readonly cases: Case[] }[] = [];
  for (const each of all) {
    const metrics = metricsOf(each);
    const { interval } = each;
    const fitting = packs.find((one) => one.interval === interval && !metrics.some((name) => one.metrics.has(name)));
    const into = fitting ?? { interval, metrics: new Set(), cases: [] };
    if (!fitting) packs.push(into);
    into.cases.push(each);
    for (const name of metrics) into.metrics.add(name);
  }
  return packs.map((one) => one.cases);
}

const inputOf = (all: Series) => Object.entries(all).map(([series, values]) => ({ series, values }));

const tests = [
  ...pack(cases).map((packed) => ({
    interval: packed[0]?.interval ?? '1m',
    input_series: packed.flatMap(({ series }) => inputOf(series)),
    alert_rule_test: packed.map(({ name, at, expected }) => ({
      eval_time: at,
      alertname: name,
      exp_alerts: expected,
    })),
  })),
  ...recordingProofs.map(({ values, at, series }) => ({
    interval: '1m',
    input_series: inputOf(series),
    promql_expr_test: Object.entries(values).map(([name, value]) => ({
      expr: `round(${name}, 0.0001)`,
      eval_time: at,
      exp_samples: [{ labels: '{}', value }],
    })),
  })),
];

it.skipIf(obstacle !== '')(`every alert fires and stays quiet, and every ratio is right${obstacle}`, () => {
  const files = Object.values(RULE_FILES)
    .flat()
    .map((path, index) => {
      writeFileSync(join(folder, `rules-${index}.yaml`), stringify(readRules(path)));
      return `rules-${index}.yaml`;
    });
  // Rules are evaluated as often as there are values: each minute of two days would take minutes.
  const byInterval = Map.groupBy(tests, ({ interval }) => interval);
  const testFiles = [...byInterval].map(([interval, its], index) => {
    const text = stringify({ rule_files: files, evaluation_interval: interval, tests: its });
    writeFileSync(join(folder, `tests-${index}.yaml`), text);
    return `tests-${index}.yaml`;
  });
  for (const args of [
    ['check', 'rules', ...files],
    ['test', 'rules', ...testFiles],
  ]) {
    const { status, stdout, stderr } = spawnSync('promtool', args, { cwd: folder, encoding: 'utf8' });
    expect([status, status === 0 ? '' : stdout + stderr]).toEqual([0, '']);
  }
});
