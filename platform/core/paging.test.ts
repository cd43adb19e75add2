import { create } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import { PageRequestSchema } from '../../proto/gen/lyceum/common/v1/paging_pb.ts';
import { cutPage, keysetOf } from './paging.ts';

const id = '01981c8e-7d3a-7c3f-9a55-3d1c6a2f0b11';

describe('keysetOf', () => {
  it('begins before all rows and fetches one row more than the page holds', () => {
    expect(keysetOf(create(PageRequestSchema, { size: 50 }), '')).toEqual({
      sort: '',
      id: '00000000-0000-0000-0000-000000000000',
      limit: 51,
    });
  });

  it('begins after the given record', () => {
    const page = create(PageRequestSchema, { size: 1, after: { sort: 'Hall', id } });
    expect(keysetOf(page, '')).toEqual({ sort: 'Hall', id, limit: 2 });
  });

  it('refuses an id that is not a UUID', () => {
    const page = create(PageRequestSchema, { size: 1, after: { sort: 'Hall', id: 'x' } });
    expect(() => keysetOf(page, '')).toThrow(expect.objectContaining({ code: 'REQUEST_INVALID' }));
  });
});

describe('cutPage', () => {
  const keyset = { sort: '', id, limit: 3 };

  it.each([
    [[], [], false],
    [[1, 2], [1, 2], false],
    [[1, 2, 3], [1, 2], true],
  ])('of the fetched rows %j keeps %j', (fetched, rows, hasMore) => {
    expect(cutPage(fetched, keyset)).toEqual({ rows, hasMore });
  });
});
