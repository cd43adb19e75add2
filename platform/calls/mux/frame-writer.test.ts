import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FrameWriter } from './frame-writer.ts';

const KIB = 1024;

/** A writer to a channel that accepts each message on command. */
function newWriter() {
  const messages: (readonly string[])[] = [];
  let take: () => void = () => undefined;
  const writer = new FrameWriter<string>((frames, done) => {
    messages.push(frames);
    take = done;
  });
  const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
  return {
    writer,
    messages,
    /** Lets the channel accept one message after the other until none waits. */
    async takeAll() {
      await turn();
      while (!writer.isIdle) {
        take();
        await turn();
      }
    },
  };
}

describe('frames', () => {
  it('of one iteration of the event loop are sent as one message, in order', async () => {
    const { writer, messages, takeAll } = newWriter();
    for (const name of ['a', 'b', 'c']) writer.push(name, 100);
    await takeAll();
    expect(messages).toEqual([['a', 'b', 'c']]);
  });

  it('that are small do not wait for large ones queued before', async () => {
    const { writer, messages, takeAll } = newWriter();
    for (const name of ['L1', 'L2', 'L3']) writer.push(name, 1024 * KIB);
    for (const name of ['a', 'b']) writer.push(name, 100);
    await takeAll();
    expect(messages).toEqual([['a', 'b'], ['L1'], ['L2'], ['L3']]);
  });

  it('that are large wait for at most one message of small ones', async () => {
    const { writer, messages, takeAll } = newWriter();
    writer.push('L', 1024 * KIB);
    for (let n = 0; n < 30; n++) writer.push(`s${n}`, 20 * KIB);
    await takeAll();
    expect(messages.map(([first, ...others]) => [first, others.length])).toEqual([
      ['s0', 11],
      ['L', 0],
      ['s12', 11],
      ['s24', 5],
    ]);
  });

  it('can be removed while they wait, without a trace', async () => {
    const { writer, messages, takeAll } = newWriter();
    writer.push('a', 100);
    writer.push('L', 1024 * KIB);
    expect([writer.remove('L'), writer.remove('L'), writer.bytes]).toEqual([true, false, 100]);
    await takeAll();
    expect([messages, writer.remove('a'), writer.bytes]).toEqual([[['a']], false, 0]);
  });

  it('are all sent once, those of the same kind in order', async () => {
    const size = fc.oneof(fc.constant(100), fc.constant(30 * KIB), fc.constant(300 * KIB));
    await fc.assert(
      fc.asyncProperty(fc.array(size, { maxLength: 40 }), async (sizes) => {
        const { writer, messages, takeAll } = newWriter();
        const names = sizes.map((bytes, n) => `${bytes > 32 * KIB ? 'large' : 'small'} ${n}`);
        for (const [n, bytes] of sizes.entries()) writer.push(names[n] ?? '', bytes);
        await takeAll();
        const sent = messages.flat();
        for (const kind of ['large', 'small'])
          expect(sent.filter((name) => name.startsWith(kind))).toEqual(names.filter((name) => name.startsWith(kind)));
        expect(sent).toHaveLength(names.length);
      }),
    );
  });
});
