import { pino } from 'pino';
import { expect, it } from 'vitest';
import { services } from '../../deploy/installation/services.ts';
import { startTestService } from '../support/calls/start-test-service.ts';
import { LogLines } from '../support/process/log-lines.ts';

it.each(services)('$name runs reads before it is ready, and logs nothing of it', async (definition) => {
  const lines = new LogLines();
  const { calls = [] } = definition;
  const peers = services.filter(({ name }) => calls.includes(name));
  const { service, stop } = await startTestService(definition, { peers, log: pino({ level: 'info' }, lines) });
  try {
    const answered = await service.warmUp();
    expect(answered).toBeGreaterThan(0);
    expect(lines.lines.filter(({ level }) => Number(level) >= 40)).toEqual([]);
  } finally {
    await stop();
  }
});
