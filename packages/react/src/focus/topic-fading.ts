/** What is left of a topic's strength after a day without work on it, and the strength below which it is gone; as the server has them. */
const perDay = 0.9;
const gone = 0.05;

/** Days until a topic of this strength is gone, when nobody works on it. */
export const daysLeft = (strength: number): number =>
  Math.max(0, Math.log(gone / strength) / Math.log(perDay));

/** The strength of a topic so many days from now, when nobody works on it; 0 once it is gone. */
export function topicStrengthIn(strength: number, days: number): number {
  const left = strength * perDay ** days;
  return left < gone ? 0 : left;
}
