/** Names what the secret belongs to: "for the office", "der EC-Karte", "ของบัตร". */
export const whose = String.raw`(?:\s{1,2}(?:for|of|to|on|at|in|für|von|vom|zum|zur|der|des|auf|im|am|meine[rs]|unsere[rs])(?:\s{1,2}[^\s.:=]{1,30}){1,4}?|\s?(?=[ก-๛])[^\s=:]{1,30}?)?`;
