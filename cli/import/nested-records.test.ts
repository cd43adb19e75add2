import { create } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../../platform/core/errors/refusal.ts';
import { ImportedRecordSchema } from '../../proto/gen/lyceum/common/v1/import_pb.ts';
import { sendNested } from './nested-records.ts';

const nested = Array.from({ length: 2500 }, (_, n) => ({ at: `/records/${n}/versions/0`, record: n }));

describe('sendNested', () => {
  it('sends a thousand at a time, in their order', async () => {
    const sent: number[][] = [];
    const imported = await sendNested(nested, async (records) => {
      sent.push(records);
      return records.map((record) => create(ImportedRecordSchema, { ref: String(record) }));
    });
    expect(sent.map(({ length }) => length)).toEqual([1000, 1000, 500]);
    expect(sent.flat()).toEqual(nested.map(({ record }) => record));
    expect(imported.map(({ ref }) => ref)).toEqual(nested.map(({ record }) => String(record)));
  });

  it('says where a refused record is, in whatever part', async () => {
    const violation = { code: 'invalid_reference', message: 'is unknown' } as const;
    const sending = sendNested(nested, async ([first]) => {
      if (first === 1000)
        throw new Refusal('REQUEST_INVALID', {
          violations: [
            { ...violation, pointer: '/records/7/required/2/id' },
            { ...violation, pointer: '/records/0' },
          ],
        });
      return [];
    });
    await expect(sending).rejects.toMatchObject({
      code: 'REQUEST_INVALID',
      violations: [
        { ...violation, pointer: '/records/1007/versions/0/required/2/id' },
        { ...violation, pointer: '/records/1000/versions/0' },
      ],
    });
  });

  it('hands on any other failure', async () => {
    const failure = new Error('away');
    await expect(sendNested(nested, () => Promise.reject(failure))).rejects.toBe(failure);
  });
});
