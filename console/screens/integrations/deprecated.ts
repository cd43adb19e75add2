import type { DeprecatedUse } from '../../../proto/gen/lyceum/activity/v1/integration_usage_pb.ts';
import { section } from '../../components/elements.ts';
import { type Html, html } from '../../components/html.ts';
import { numberText, t } from '../../components/language.ts';
import { table } from '../../components/table.ts';
import { date, type Present, time } from '../../components/time.ts';

/** What an integration has used in the last 31 days that will end, each with what to use instead; nothing without. */
export function deprecatedUses(uses: readonly DeprecatedUse[], present: Present, publicUrl: string): Html | undefined {
  if (uses.length === 0) return undefined;
  const list = table<DeprecatedUse>({
    label: t.integrations.willEnd,
    rows: uses,
    columns: [
      {
        head: t.integrations.whatEnds,
        cell: ({ feature, anchor }) =>
          html`<a class="mono" lang="en" hreflang="en" href="${publicUrl}/docs/guides/changes#${anchor}">${feature}</a>`,
      },
      {
        head: t.integrations.requestsInOneDay,
        kind: 'num',
        cell: ({ requests }) => numberText(Number(requests)),
      },
      { head: t.words.lastUsed, cell: ({ lastUsedAt }) => time(lastUsedAt, present) },
      {
        head: t.words.ends,
        cell: ({ sunset }) => (sunset === undefined ? t.integrations.undecided : date(sunset, present)),
      },
    ],
    empty: { title: '', text: '' },
  });
  return section('deprecated', t.integrations.willEnd, list);
}
