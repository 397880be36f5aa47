/**
 * An account name without its case. The limiter's key and the e-mail that is looked up must be folded
 * by one and the same function: a spelling that only the database folds would escape the limit.
 */
export function foldName(name: string): string {
  return name.toLowerCase();
}
