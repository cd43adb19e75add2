import type { CallToolResult } from '@modelcontextprotocol/server';
import { LyceumError, ProblemError } from '../../typescript/src/index.ts';
import { printable } from './printable.ts';

/**
 * The result of some work: the API's JSON, as data and as the same text; nothing of a record becomes text of the tool's
 * own. What is refused is a result, too: its text alone, because data is what the tool's schema describes.
 */
export async function resultOf(
  work: Promise<object>,
  isRefused: (content: object) => boolean = () => false,
): Promise<CallToolResult> {
  try {
    const content = await work;
    if (isRefused(content)) return refusal(content);
    return { structuredContent: { ...content }, content: textOf(content) };
  } catch (error) {
    if (error instanceof ProblemError) return refusal({ problem: error.problem });
    if (error instanceof LyceumError) return refusal({ error: error.message });
    throw error;
  }
}

function refusal(content: object): CallToolResult {
  return { content: textOf(content), isError: true };
}

function textOf(content: object): CallToolResult['content'] {
  return [{ type: 'text', text: printable(JSON.stringify(content)) }];
}
