import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { projectRoot } from '../../test/support/process/program.ts';

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
if (!hasPromtool) process.stderr.write('The test of the alerts is skipped: promtool is not installed.\n');

const folder = mkdtempSync(join(tmpdir(), 'lyceum-alerts-'));
afterAll(() => rmSync(folder, { recursive: true }));

const MIB = 1024 * 1024;
/** A process's use of its memory, each minute, and its limit. */
const memory = (instance: string, used: number, limit: number) => [
  { series: `process_resident_memory_bytes{job="lyceum/lyceum", instance="${instance}"}`, values: `${used * MIB}x20` },
  { series: `lyceum_memory_limit_bytes{job="lyceum/lyceum", instance="${instance}"}`, values: `${limit * MIB}x20` },
];

it.skipIf(!hasPromtool)('alert of a process near its own memory limit, not of a busy one below it', () => {
  const { spec } = parse(readFileSync(`${projectRoot}deploy/monitoring/alerts.yaml`, 'utf8'));
  writeFileSync(join(folder, 'rules.yaml'), stringify(spec));
  const expected = {
    exp_labels: { severity: 'warning', job: 'lyceum/lyceum', instance: 'small' },
    exp_annotations: {
      summary: 'small uses 81.25% of its memory limit.',
      runbook_url: 'docs/runbook.md#lyceummemory',
    },
  };
  const tests = [
    {
      interval: '1m',
      input_series: [...memory('gateway', 600, 768), ...memory('small', 416, 512)],
      alert_rule_test: [
        { eval_time: '9m', alertname: 'LyceumMemory', exp_alerts: [] },
        { eval_time: '11m', alertname: 'LyceumMemory', exp_alerts: [expected] },
      ],
    },
  ];
  writeFileSync(join(folder, 'tests.yaml'), stringify({ rule_files: ['rules.yaml'], tests }));
  for (const args of [
    ['check', 'rules', 'rules.yaml'],
    ['test', 'rules', 'tests.yaml'],
  ]) {
    const { status, stdout, stderr } = spawnSync('promtool', args, { cwd: folder, encoding: 'utf8' });
    expect([status, status === 0 ? '' : stdout + stderr]).toEqual([0, '']);
  }
});
