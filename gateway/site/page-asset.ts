import { type Asset, assetOf } from './asset.ts';
import type { Highlight } from './samples.ts';

/** A page with code. What highlights it is loaded with the first such page. */
export async function pageAsset(page: (highlight: Highlight) => string, vary: readonly string[] = []): Promise<Asset> {
  const { highlight } = await import('./highlight.ts');
  return assetOf('text/html; charset=utf-8', page(highlight), vary);
}
