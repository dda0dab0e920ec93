// Runs before the first paint, so that a dark page never flashes white; a file of its own, so that pages need no inline script.
{
  const chosen = localStorage.getItem("recallops.theme");
  const dark = chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = dark ? "dark" : "light";
}
