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
  it('fill messages of a quarter of a mebibyte; a larger one is a message of its own', async () => {
    const { writer, messages, takeAll } = newWriter();
    for (let n = 0; n < 20; n++) writer.push(`s${n}`, 20 * KIB);
    writer.push('L', 1024 * KIB);
    writer.push('t', 20 * KIB);
    await takeAll();
    expect(messages.map(([first, ...others]) => [first, others.length])).toEqual([
      ['s0', 11],
      ['s12', 7],
      ['L', 0],
      ['t', 0],
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

  it('are all sent once, in order', async () => {
    const size = fc.oneof(fc.constant(100), fc.constant(30 * KIB), fc.constant(300 * KIB));
    await fc.assert(
      fc.asyncProperty(fc.array(size, { maxLength: 40 }), async (sizes) => {
        const { writer, messages, takeAll } = newWriter();
        for (const [n, bytes] of sizes.entries()) writer.push(String(n), bytes);
        await takeAll();
        expect(messages.flat()).toEqual(sizes.map((_, n) => String(n)));
      }),
    );
  });
});
