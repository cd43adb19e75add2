import { findFeedByToken, listFeeds } from '../../../services/identity/store/calendar-feeds.ts';
import { listIntegrations } from '../../../services/identity/store/integrations.ts';
import type { CaseParams } from '../year/case-params.ts';
import { casesOf, LIMIT, NO_ID } from './case.ts';

const from = ({ at }: CaseParams, part: number) => ({ sort: at(part), id: NO_ID, limit: LIMIT });

export const identityCases = casesOf('identity', {
  'calendar feed by token': (db) => findFeedByToken(db, Buffer.alloc(32, 7)),
  'calendar feeds, first page': (db, a) => listFeeds(db, a.actor, from(a, 0)),
  'calendar feeds, deep page': (db, a) => listFeeds(db, a.actor, from(a, 0.9)),
  integrations: (db, a) => listIntegrations(db, a.actor),
});
