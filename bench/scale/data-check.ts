import { setTimeout as delay } from 'node:timers/promises';
import { Program } from '../../test/support/process/program.ts';
import { cpuMsOfProgram, type Usage, usageOf } from '../process-usage.ts';
import type { MadeYear } from './year/make-year.ts';

/**
 * Prints what `lyceum data check` costs over each year. The rows are of no platform's making, so it finds some that are
 * broken: that costs no less.
 */
export async function reportDataCheck(years: readonly MadeYear[], print: (line: string) => void): Promise<void> {
  print('| data check of | rows looked at | s | CPU of PostgreSQL, s | CPU of lyceum, s | its peak memory, MiB |');
  print('|---|---|---|---|---|---|');
  for (const { size, environment } of years) {
    const [began, cpuMs] = [performance.now(), cpuMsOfProgram('postgres')];
    const program = Program.node('cli/main.ts', ['data', 'check', '--json'], { env: { ...environment } });
    let usage: Usage | undefined;
    while (program.isRunning) {
      const { peakRssMiB, ...now } = usageOf(program.child.pid ?? 0);
      // A process that has just ended has none.
      if (peakRssMiB > 0) usage = { peakRssMiB, ...now };
      await delay(100);
    }
    const { code } = await program.exited;
    if (code !== 0 && code !== 1) throw new Error(`data check ended with ${code}: ${program.stderr}`);
    const found = JSON.parse(program.stdout) as { rows: number }[];
    const seconds = (ms: number) => (ms / 1_000).toFixed(1);
    const cells = [
      `${size.logs} logs`,
      found.reduce((sum, { rows }) => sum + rows, 0),
      seconds(performance.now() - began),
      seconds(cpuMsOfProgram('postgres') - cpuMs),
      seconds(usage?.cpuMs ?? Number.NaN),
      Math.round(usage?.peakRssMiB ?? Number.NaN),
    ];
    print(`| ${cells.join(' | ')} |`);
  }
}
