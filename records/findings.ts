import { readFindings } from '../gateway/routes/time-tracking/list-findings.ts';

type Asked = Omit<Parameters<typeof readFindings>[0], 'page' | 'wants'>;
type Page = Awaited<ReturnType<typeof readFindings>>;

/** All findings of some days, as the API shows them, some at a time. */
export async function* findingPages(asked: Asked): AsyncGenerator<Page['items']> {
  let after: Page['end'];
  do {
    const page = { size: PAGE_SIZE, ...(after && { after }) };
    const { items, end } = await readFindings({ ...asked, page, wants: () => true });
    yield items;
    after = end;
  } while (after);
}

/** As many as services give at once. */
const PAGE_SIZE = 500;
