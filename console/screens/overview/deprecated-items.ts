import type { DeprecatedUse } from '../../../proto/gen/lyceum/activity/v1/integration_usage_pb.ts';
import { type Html, html } from '../../components/html.ts';
import { t } from '../../components/language.ts';
import { date, type Present } from '../../components/time.ts';
import type { Item } from './erasure-items.ts';

/** What requests of an integration have used in the last day that will end. @param integration the link to it */
export function deprecatedItems(integration: Html, uses: readonly DeprecatedUse[], present: Present): Item[] {
  return uses
    .filter(({ requests }) => requests > 0)
    .map(({ feature, requests, sunset }) => {
      const what = html`<span class="mono" lang="en">${feature}</span>`;
      return {
        tone: 'warn',
        word: t.overview.willEnd,
        text:
          sunset === undefined
            ? t.overview.stillUses(integration, what)
            : t.overview.stillUsesUntil(integration, what, date(sunset, present)),
        aside: t.overview.requestsInOneDay(Number(requests)),
      };
    });
}
