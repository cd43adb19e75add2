import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { basename } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';

// Loaded into a process before its program (`--import`): a signal starts a profile, the next one ends it and writes it to PROFILE_DIR.
const session = new Session();
session.connect();
const delay = monitorEventLoopDelay({ resolution: 5 });
let name: string | undefined;
let count = 0;

process.on('SIGUSR2', async () => {
  if (name === undefined) {
    const script = basename(process.argv[1]?.replace(/\/main\.ts$/, '') ?? '');
    name = `${process.env.PROFILE_DIR}/${script}-${count++}`;
    await session.post('Profiler.enable');
    await session.post('Profiler.setSamplingInterval', { interval: 500 });
    delay.reset();
    delay.enable();
    await session.post('Profiler.start');
    return;
  }
  const { profile } = await session.post('Profiler.stop');
  delay.disable();
  const lateMs = [50, 90, 99, 100].map((part) => Math.round(delay.percentile(part) / 1e6));
  writeFileSync(`${name}.cpuprofile`, JSON.stringify(profile));
  writeFileSync(`${name}.late.json`, JSON.stringify({ lateMs }));
  name = undefined;
});
