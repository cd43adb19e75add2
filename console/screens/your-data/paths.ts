/** The page about the archive. */
export const YOUR_DATA = '/console/settings/your-data';

/** Where an archive is downloaded. */
export function downloadPathOf({ id }: { readonly id: string }): string {
  return `${YOUR_DATA}/${id}/download`;
}
