import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { LyceumError, ProblemError } from '../../clients/typescript/src/index.ts';
import { printable } from './printable.ts';

/**
 * The result of some work: the API's JSON, as data and as the same text; nothing of a record becomes text of the tool's
 * own. What the API refuses is a result, too.
 */
export async function resultOf<T extends object>(
  work: Promise<T>,
  isError: (content: T) => boolean = () => false,
): Promise<CallToolResult> {
  try {
    const content = await work;
    return result(content, isError(content));
  } catch (error) {
    if (error instanceof ProblemError) return result({ problem: error.problem }, true);
    if (error instanceof LyceumError) return result({ error: error.message }, true);
    throw error;
  }
}

function result(content: object, isError: boolean): CallToolResult {
  return {
    structuredContent: content as Record<string, unknown>,
    content: [{ type: 'text', text: printable(JSON.stringify(content)) }],
    ...(isError ? { isError } : {}),
  };
}
