import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { stringify } from 'yaml';
import type { AlertProof, Metered } from '../../alerts/alert-proof.ts';
import { alertProofs } from '../../alerts/all-proofs.ts';
import { backupProofs } from '../../alerts/proofs/backups.ts';
import { postgresProofs, SILENT } from '../../alerts/proofs/postgres.ts';
import { recordingProofs } from '../../alerts/proofs/recordings.ts';
import { alerts, RULE_FILES, readRules } from '../../alerts/rules.ts';

const obstacle = spawnSync('promtool', ['--version']).status === 0 ? '' : ' (SKIPPED: promtool is not installed)';
if (obstacle) process.stderr.write(`The rules of Prometheus are not tested${obstacle}.\n`);

const folder = mkdtempSync(join(tmpdir(), 'lyceum-alerts-'));
afterAll(() => rmSync(folder, { recursive: true }));

const runbookOf = new Map(alerts.map(({ alert, annotations }) => [alert, annotations.runbook_url]));
/** @param expected what the alert must have, or nothing */
const testOf = (alertname: string, { at, interval = '1m', series }: Metered, expected: readonly object[]) => ({
  interval,
  input_series: inputOf(series),
  alert_rule_test: [{ eval_time: at, alertname, exp_alerts: expected }],
});
const firesWith = (name: string, { fires: { labels, summary } }: AlertProof, metered: Metered) =>
  testOf(name, metered, [{ exp_labels: labels, exp_annotations: { summary, runbook_url: runbookOf.get(name) } }]);
function inputOf(series: Metered['series']): object[] {
  return Object.entries(series).map(([name, values]) => ({ series: name, values }));
}

const tests = [
  ...Object.entries(alertProofs).flatMap(([name, proof]) => [
    firesWith(name, proof, proof.fires),
    testOf(name, proof.quiet, []),
  ]),
  ...Object.entries({ ...postgresProofs, ...backupProofs }).map(([name, proof]) => firesWith(name, proof, SILENT)),
  ...recordingProofs.map(({ values, ...metered }) => ({
    interval: '1m',
    input_series: inputOf(metered.series),
    promql_expr_test: Object.entries(values).map(([name, value]) => ({
      expr: `round(${name}, 0.0001)`,
      eval_time: metered.at,
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
