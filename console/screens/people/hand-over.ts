import { handOver } from '../../hand-over/hand-over.ts';
import { screen } from '../../route/screen.ts';

/** A person's data as a file, for the person. */
export const handOverPerson = screen({
  path: '/people/{id}/hand-over',
  async view({ callForLong, params: { id = '' }, present: { now } }) {
    return { type: 'application/zip', ...(await handOver(callForLong, id, now)) };
  },
});
