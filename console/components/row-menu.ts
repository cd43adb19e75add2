import { type Html, html } from './html.ts';
import { t } from './language.ts';

/** What is rarely done with a row. @param of the row, for people who do not see it */
export function rowMenu(of: string, actions: readonly Html[]): Html {
  return html`<details class="row-menu"><summary class="button quiet"><span aria-hidden="true">⋯</span><span class="hidden">${t.parts.moreFor(of)}</span></summary><div class="actions">${actions}</div></details>`;
}
