// docc's own script gives every page the language of its controls. The Chinese pages, which end in -zh,
// say here which language their text has. `Scripts/book` appends this to that script.
(() => {
  const root = document.documentElement;
  const name = () => {
    const language = /-zh\/?$/.test(location.pathname) ? "zh-Hans" : "en-US";
    if (root.getAttribute("lang") !== language) root.setAttribute("lang", language);
  };
  // When docc's script names another, and when it goes to another page, which changes the title.
  new MutationObserver(name).observe(root, { attributes: true, attributeFilter: ["lang"] });
  new MutationObserver(name).observe(document.head, { childList: true, characterData: true, subtree: true });
  name();
})();
