import type { Erasing } from '../../../platform/process/erasure/erasing.ts';
import { RequestService } from '../../../proto/gen/lyceum/activity/v1/request_pb.ts';
import { forgetPerson, isForgotten } from '../store/forgotten-people.ts';
import { requestChunks } from '../store/tables.ts';

/**
 * How activity forgets a person: directory, which alone has the names, calls with them, and this only waits for it. It
 * does not call any more if it has forgotten the person itself, and only this database was restored: then all that may
 * name somebody goes from the institution's records.
 */
export const erasing: Erasing = {
  tables: [requestChunks],
  calls: [RequestService.method.forgetPerson],
  async before({ db }, person, { isOlder, waitedMs }) {
    if (await isForgotten(db, person)) return true;
    if (!isOlder || waitedMs < CALLED_WITHIN_MS) return false;
    await forgetPerson(db, person, null, person.erasedAt);
    return true;
  },
};

const CALLED_WITHIN_MS = 15_000;
