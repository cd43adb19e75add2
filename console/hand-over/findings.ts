import { lowerCaseTexts } from '../../platform/core/enum-texts.ts';
import { FindingRule, FindingService } from '../../proto/gen/lyceum/timetracking/v1/finding_pb.ts';
import { pagesOf } from './pages.ts';
import type { Section } from './section.ts';
import type { Subject } from './subject.ts';

/** What administrators have said of breaks and rests that the rules of working time do not allow. */
export function findingsSection({ call, user, at }: Subject): Section {
  return {
    name: 'findings',
    columns: ['date', 'rule', 'acknowledgedAt', 'reason'],
    async *rows() {
      const pages = pagesOf(async (page) => {
        const asked = { page, userId: user.id };
        const { acknowledgements, hasMore } = await call(FindingService.method.listAcknowledgements, asked);
        const last = acknowledgements.at(-1);
        return {
          records: acknowledgements,
          next: hasMore && last ? { sort: last.date, id: last.findingId } : undefined,
        };
      });
      for await (const page of pages) {
        yield page.map(({ date, rule, acknowledged }) => [
          ...[date, rules.of(rule)],
          ...(acknowledged ? [at(acknowledged.at), acknowledged.reason] : []),
        ]);
      }
    },
  };
}

const rules = lowerCaseTexts(FindingRule);
