import { describe, expect, it } from 'vitest';
import { ImportService } from '../../proto/gen/lyceum/curricula/v1/import_pb.ts';
import { faultsOf } from './import-stopped.ts';
import { importRequest } from './importers/importer.ts';
import { nestedRequests } from './nested-records.ts';

const nested = Array.from({ length: 2500 }, (_, n) => ({
  at: `/records/${n}/versions/0`,
  record: { curriculaVersionId: String(n) },
}));
const requests = nestedRequests(nested, (records) =>
  importRequest(ImportService.method.importSourceCohorts, { records }),
);

describe('nestedRequests', () => {
  it('makes requests of a thousand records, in their order', () => {
    const sent = requests.map(({ request }) => (request as { records: unknown[] }).records);
    expect(sent.map(({ length }) => length)).toEqual([1000, 1000, 500]);
    expect(sent.flat()).toEqual(nested.map(({ record }) => record));
  });

  it('says where a refused record is, in whatever request', () => {
    const violation = { code: 'invalid_reference', message: 'is unknown' } as const;
    const violations = ['/records/7/required/2/id', '/records/0'].map((pointer) => ({ ...violation, pointer }));
    const position = { section: 'courseModules', start: 20, names: { required: 'requires' }, ...requests[1] };
    expect(faultsOf({ violations }, position)).toEqual([
      { pointer: '/courseModules/1027/versions/0/requires/2/id', message: 'is unknown' },
      { pointer: '/courseModules/1020/versions/0', message: 'is unknown' },
    ]);
  });
});
