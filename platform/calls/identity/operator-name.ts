/** Whether a text is a valid operator name, as shown in audit records: nothing that could be mistaken for other content of a line. */
export function isOperatorName(text: string): boolean {
  return /^[\p{L}\p{N}][\p{L}\p{N} ._@+-]{0,99}$/u.test(text);
}
