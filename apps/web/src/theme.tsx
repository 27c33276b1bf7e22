import { useState, type ReactNode } from 'react';

const key = 'devai-theme';
const themes = ['system', 'light', 'dark'] as const;
type Theme = (typeof themes)[number];

const names = { system: 'As the system', light: 'Light', dark: 'Dark' } as const;

/** The theme that was chosen in this browser. Without access to its storage, the system's. */
function readTheme(): Theme {
  try {
    return themes.find((one) => one === localStorage.getItem(key)) ?? 'system';
  } catch {
    return 'system';
  }
}

/** Has the page in a theme; every colour follows the document's colour scheme. */
function show(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}

/** Before anything is drawn. */
export const showChosenTheme = (): void => show(readTheme());

/** Chooses the theme, and keeps it for this browser. */
export function ThemeSelect(): ReactNode {
  const [theme, setTheme] = useState(readTheme);
  return (
    <select
      aria-label="Theme"
      value={theme}
      onChange={({ target }) => {
        const chosen = themes.find((one) => one === target.value) ?? 'system';
        setTheme(chosen);
        show(chosen);
        try {
          localStorage.setItem(key, chosen);
        } catch {
          // a browser that keeps nothing: it holds until the tab is closed
        }
      }}
    >
      {themes.map((one) => (
        <option key={one} value={one}>
          {names[one]}
        </option>
      ))}
    </select>
  );
}
