import type { Call } from '../../../platform/calls/caller.ts';
import { isUuid } from '../../../platform/core/ids.ts';
import { present } from '../../../platform/core/present.ts';
import { END, encodeHeaders, paddingOf } from '../../../platform/data/archive/tar-member.ts';
import { ArchiveService } from '../../../proto/gen/lyceum/directory/v1/archive_pb.ts';
import { Failure } from '../../http/failure.ts';
import { screen } from '../../route/screen.ts';
import { type KeptMember, piecesOf } from './parts.ts';

/** A finished archive as a file. Who takes it is in the audit. */
export const downloadArchive = screen({
  path: '/settings/your-data/{id}/download',
  async view({ call, callForLong, params: { id = '' } }) {
    if (!isUuid(id)) throw new Failure(404);
    const { archive, requestedAt } = await call(ArchiveService.method.downloadArchive, { id });
    const members: KeptMember[] = JSON.parse(present(archive, 'archive').members);
    return {
      type: 'application/x-tar',
      fileName: `your-data-${requestedAt.slice(0, 'YYYY-MM-DD'.length)}.tar`,
      parts: tarOf(callForLong, id, members),
    };
  },
});

async function* tarOf(call: Call, archiveId: string, members: readonly KeptMember[]): AsyncGenerator<Uint8Array> {
  for (const member of members) {
    yield encodeHeaders(member);
    yield* piecesOf(call, archiveId, member);
    yield Buffer.alloc(paddingOf(member.size));
  }
  yield END;
}
