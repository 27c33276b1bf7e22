import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { showChosenTheme } from './theme.tsx';
import './style.css';
import './shell.css';
import './parts/parts.css';
import './chat/markdown.css';
import './chat/chat.css';

showChosenTheme();
const place = document.getElementById('page');
if (place) {
  createRoot(place).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
