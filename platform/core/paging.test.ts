import { create } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import { PageRequestSchema } from '../../proto/gen/lyceum/common/v1/paging_pb.ts';
import { keysetOf } from './paging.ts';

describe('keysetOf', () => {
  it('refuses an id that is not a UUID', () => {
    const page = create(PageRequestSchema, { size: 1, after: { sort: 'Hall', id: 'x' } });
    expect(() => keysetOf(page, '')).toThrow(expect.objectContaining({ code: 'REQUEST_INVALID' }));
  });
});
