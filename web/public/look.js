// Before anything is drawn: the look that somebody has chosen, and no page in another language than the chosen one.
try {
  const root = document.documentElement;
  const { theme, language, material } = JSON.parse(localStorage.getItem("tischlein-settings") ?? "{}");
  if (theme) root.dataset.theme = theme;
  if (material) root.dataset.material = material;
  if (language && language !== "auto" && language !== root.lang) root.dataset.wait = "";
} catch {
  // Nothing was chosen.
}
