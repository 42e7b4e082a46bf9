# SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
# SPDX-License-Identifier: Apache-2.0
"""Shows figures of matplotlib in the colours of the window that asked for them.

A figure is drawn so only when it is shown as an output, and only while it is being drawn: before and after, the figure,
the settings of matplotlib and what savefig() writes are as everywhere. Colours say what they mean: white is the ground,
black is the ink and the greys lie between them, so these are drawn on the scale of the asked ground and ink; the ten
colours of matplotlib's own cycle get the asked ones of the same name. All others stay. A figure whose author chose its
grounds, or that could not be read so, is shown as it is.

Used by the kernel of the local runtime, and sent to other servers by the display bridge, so it is one file that needs
nothing but matplotlib.
"""

import re

# Above that, looking at all of them would be felt.
MOST_ARTISTS = 20_000
MOST_LETTERED = 500  # texts, and patches below them, that are looked for
# Contrast of what keeps its colour, by the formula of WCAG 2: lines and letters, and areas.
LEAST_OF_LINES = 2.0
LEAST_OF_AREAS = 1.5
# What a style sets and plain matplotlib has as its default.
STYLED = ("figure.facecolor", "axes.facecolor", "axes.edgecolor", "axes.labelcolor", "axes.titlecolor", "text.color",
          "xtick.color", "xtick.labelcolor", "ytick.color", "ytick.labelcolor", "savefig.facecolor", "grid.color",
          "legend.facecolor", "legend.edgecolor", "legend.labelcolor")
OWN_CYCLE = ("#1f77b4", "#ff7f0e", "#2ca02c", "#d62728", "#9467bd", "#8c564b", "#e377c2", "#7f7f7f", "#bcbd22", "#17becf")
WHITE = (1.0, 1.0, 1.0)
MISSING = object()


class Unsuitable(Exception):
    """The figure is to be shown as it is."""


def rgb(name):
    if not isinstance(name, str) or not re.fullmatch("#[0-9a-fA-F]{6}", name):
        raise Unsuitable
    return tuple(int(name[at : at + 2], 16) / 255 for at in (1, 3, 5))


def luminance(colour):
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour[:3])
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def laid_on(colour, below):
    """What a colour looks like on another one."""
    alpha = colour[3]
    return tuple(alpha * above + (1 - alpha) * under for above, under in zip(colour, below))


class Style:
    """Ground, ink and cycle that were asked for, and what becomes of other colours with them."""

    def __init__(self, asked):
        if not isinstance(asked, dict) or not isinstance(asked.get("cycle"), list) or len(asked["cycle"]) != len(OWN_CYCLE):
            raise Unsuitable
        self.ground = rgb(asked.get("ground"))
        self.ink = rgb(asked.get("ink"))
        self.cycle = dict(zip(map(rgb, OWN_CYCLE), map(rgb, asked["cycle"])))
        self.name = "dark" if luminance(self.ground) < 0.5 else "light"
        self._known = {}

    def of(self, colour):
        """The colour to draw instead: four parts of 0 to 1."""
        found = self._known.get(colour)
        if found is None:
            found = self._known[colour] = self._made(colour)
        return found

    def _made(self, colour):
        if colour[3] == 0:
            return colour
        for own, asked in self.cycle.items():
            if all(abs(a - b) < 0.002 for a, b in zip(own, colour)):
                return (*asked, colour[3])
        low, high = min(colour[:3]), max(colour[:3])
        if high - low > 0.02:
            return colour
        grey = (low + high) / 2
        return (*(ink + (ground - ink) * grey for ink, ground in zip(self.ink, self.ground)), colour[3])

    def is_legible(self, colour, least, below=None):
        # On white all is as its author has seen it.
        return self.name == "light" or colour[3] == 0 or contrast(colour, below or self.ground) >= least


class Changes:
    """What was changed in artists, to be put back."""

    def __init__(self):
        self._artists = []
        self._lists = []

    def make(self, artist, *steps):
        state = artist.__dict__
        before = dict(state)
        # All of it until it is known what the steps changed: an interrupt may come between them.
        self._artists.append((artist, before))
        state["stale_callback"] = None  # nobody need draw anew because of this
        for step, value in steps:
            step(value)
        self._artists[-1] = (artist, {name: before.get(name, MISSING) for name in state if state[name] is not before.get(name, MISSING)})

    def keep_length(self, items):
        """What is added to the list while drawing is made of what was changed."""
        if isinstance(items, list):
            self._lists.append((items, len(items)))

    def undo(self):
        interrupt = None
        while self._artists or self._lists:
            try:
                while self._artists:
                    artist, values = self._artists[-1]
                    for name, value in values.items():
                        if value is MISSING:
                            artist.__dict__.pop(name, None)
                        else:
                            artist.__dict__[name] = value
                    self._artists.pop()
                while self._lists:
                    items, length = self._lists[-1]
                    del items[length:]
                    self._lists.pop()
            except KeyboardInterrupt as error:
                interrupt = error
        if interrupt is not None:
            raise interrupt


class Painter:
    """Gives what a figure is made of its other colours."""

    def __init__(self, style, changes):
        import numpy
        from matplotlib import axes, axis, collections, colors, contour, figure, image, legend, lines, offsetbox, patches, spines, table, text

        self.numpy = numpy
        self.style = style
        self.changes = changes
        self.to_rgba = colors.to_rgba
        self.Axes, self.Axis, self.Collection, self.LineCollection = axes.Axes, axis.Axis, collections.Collection, collections.LineCollection
        self.PathCollection, self.ContourSet, self.SubFigure, self.Image = collections.PathCollection, contour.ContourSet, figure.SubFigure, image._ImageBase
        self.Legend, self.Line, self.Patch, self.Spine = legend.Legend, lines.Line2D, patches.Patch, spines.Spine
        self.Cell, self.Text, self.Annotation, self.OffsetImage = table.Cell, text.Text, text.Annotation, offsetbox.OffsetImage
        self.seen = 0
        self.papers = []  # where axes lie

    def paint(self, root):
        import matplotlib

        settings, defaults = matplotlib.rcParams, matplotlib.rcParamsDefault
        if any(settings.get(name) != defaults.get(name) for name in STYLED):
            raise Unsuitable
        if not root.patch.get_visible() or root.patch.get_facecolor() != (*WHITE, 1.0):
            raise Unsuitable
        self.parts(root)

    def parts(self, figure):
        for child in figure.get_children():
            if child is figure.patch:
                continue
            if isinstance(child, self.Axes):
                self.axes(child, figure)
            elif isinstance(child, self.SubFigure):
                self.paper(child.patch, False)
                self.parts(child)
            else:
                self.artist(child, self.style.ground)

    def paper(self, patch, solid):
        """The ground of axes: nothing is drawn, unless it hides what lies below."""
        colour = patch.get_facecolor()
        if not patch.get_visible() or colour[3] == 0:
            return
        if colour != (*WHITE, 1.0):
            raise Unsuitable
        self.changes.make(patch, (patch.set_facecolor, (*self.style.ground, 1.0) if solid else (*WHITE, 0.0)))

    def lies_on_others(self, axes):
        box = axes.get_position()
        others = [other for other in self.papers if min(box.x1, other.x1) > max(box.x0, other.x0) and min(box.y1, other.y1) > max(box.y0, other.y0)]
        self.papers.append(box)
        return bool(others)

    def axes(self, axes, parent):
        if not axes.get_visible():
            return
        if hasattr(axes, "get_zlim"):
            raise Unsuitable  # walls and shades of their own
        axes.get_xlim(), axes.get_ylim()  # so that data has its place
        inside = isinstance(parent, self.Axes)
        if axes.axison and axes.get_frame_on():
            self.paper(axes.patch, inside or self.lies_on_others(axes))
        titles = [axes.title, getattr(axes, "_left_title", None), getattr(axes, "_right_title", None)]
        content = []
        for child in axes.get_children():
            if child is axes.patch:
                continue
            if isinstance(child, self.Axes):
                self.axes(child, axes)
            elif isinstance(child, self.Axis):
                if axes.axison:
                    self.axis(child)
            elif isinstance(child, self.Legend):
                self.legend(child)
            elif isinstance(child, self.Spine):
                if axes.axison:
                    self.patch(child, self.style.ground)
            elif any(child is title for title in titles):
                self.text(child, self.style.ground)
            else:
                content.append(child)
        # What stands on a map or picture belongs to it.
        if not any(self.covers(child) for child in content):
            self.content(content)

    def covers(self, artist):
        if isinstance(artist, self.Image):
            return True
        if isinstance(artist, self.ContourSet):
            return artist.filled
        return isinstance(artist, self.Collection) and artist.get_array() is not None and not isinstance(artist, (self.LineCollection, self.PathCollection))

    def content(self, artists):
        texts = [artist for artist in artists if isinstance(artist, self.Text)]
        for artist in artists:
            if not isinstance(artist, self.Text):
                self.artist(artist, self.style.ground)
        areas = [patch for patch in artists if isinstance(patch, self.Patch) and patch.get_visible() and patch.get_facecolor()[3] >= 0.3]
        areas.sort(key=lambda patch: patch.get_zorder())
        boxes = None
        if areas and texts and len(areas) <= MOST_LETTERED and len(texts) <= MOST_LETTERED:
            boxes = self.numpy.array([patch.get_window_extent().extents for patch in areas])
        for text in texts:
            self.text(text, self.style.ground if boxes is None else self.area_below(text, areas, boxes))

    def area_below(self, text, areas, boxes):
        if not text.get_visible() or not text.get_text():
            return self.style.ground
        place = text.get_window_extent()
        x, y = (place.x0 + place.x1) / 2, (place.y0 + place.y1) / 2
        hit = (boxes[:, 0] <= x) & (x <= boxes[:, 2]) & (boxes[:, 1] <= y) & (y <= boxes[:, 3])
        for at in reversed(self.numpy.flatnonzero(hit)):
            if areas[at].contains_point((x, y)):
                return laid_on(areas[at].get_facecolor(), self.style.ground)
        return self.style.ground

    def axis(self, axis):
        if not axis.get_visible():
            return
        ground = self.style.ground
        self.text(axis.label, ground)
        self.text(axis.offsetText, ground)
        for ticks, name in ((axis.get_major_ticks(), "majorTicks"), (axis.get_minor_ticks(), "minorTicks")):
            self.changes.keep_length(axis.__dict__.get(name))
            for at, tick in enumerate(ticks):
                for child in tick.get_children():
                    # More of them are made like the first one when the axis becomes longer.
                    self.artist(child, ground, hidden=at == 0)

    def legend(self, legend):
        if not legend.get_visible():
            return
        frame = legend.get_frame()
        below = self.style.ground
        for child in legend.get_children():
            if child is frame and legend.get_frame_on():
                self.patch(frame, self.style.ground)
                below = laid_on(frame.get_facecolor(), self.style.ground)
        for child in legend.get_children():
            if child is not frame:
                self.artist(child, below)

    def artist(self, artist, below, hidden=False):
        if not hidden and not artist.get_visible():
            return
        self.seen += 1
        if self.seen > MOST_ARTISTS:
            raise Unsuitable
        if isinstance(artist, self.Text):
            self.text(artist, below)
        elif artist.get_path_effects() or isinstance(artist, (self.Image, self.OffsetImage)):
            return
        elif isinstance(artist, self.Line):
            self.line(artist, below)
        elif isinstance(artist, self.Patch):
            self.patch(artist, below)
        elif isinstance(artist, self.Collection):
            self.collection(artist, below)
        elif isinstance(artist, self.Axes):
            self.axes(artist, artist)
        elif isinstance(artist, self.Legend):
            self.legend(artist)
        else:
            for child in artist.get_children():
                self.artist(child, below)

    def ensure(self, colour, least, below):
        """Of a colour that its author chose and that stays."""
        if not self.style.is_legible(colour, least, below):
            raise Unsuitable

    def ensure_area(self, face, edge, below):
        if face[3] == 0:
            if self.style.of(edge) == edge:
                self.ensure(edge, LEAST_OF_LINES, below)
        elif self.style.of(face) == face and (edge[3] == 0 or self.style.of(edge) == edge):
            # An edge shows where an area ends.
            best = max((face, edge), key=lambda one: contrast(one, below)) if edge[3] else face
            self.ensure(best, LEAST_OF_AREAS, below)

    def text(self, text, below):
        if not text.get_visible() or text.get_path_effects():
            return
        box = text.get_bbox_patch()
        if box is not None and box.get_visible():
            self.patch(box, below)
            below = laid_on(box.get_facecolor(), below)
        if isinstance(text, self.Annotation) and text.arrow_patch is not None:
            self.patch(text.arrow_patch, self.style.ground)
        colour = self.to_rgba(text.get_color())
        drawn = self.style.of(colour)
        if below is not self.style.ground and contrast(colour, below) > contrast(drawn, below):
            drawn = colour
        if drawn != colour:
            self.changes.make(text, (text.set_color, drawn))
        elif below is self.style.ground and text.get_text():
            self.ensure(colour, LEAST_OF_LINES, below)

    def line(self, line, below):
        colour = self.to_rgba(line.get_color())
        drawn = self.style.of(colour)
        if drawn == colour and line.get_linestyle() not in ("None", "", " "):
            self.ensure(colour, LEAST_OF_LINES, below)
        of_markers = [(getter, setter, self.to_rgba(getter())) for getter, setter in (
            (line.get_markeredgecolor, line.set_markeredgecolor), (line.get_markerfacecolor, line.set_markerfacecolor))]
        if drawn != colour:
            self.changes.make(line, (line.set_color, drawn))
        if line.get_marker() in ("None", "", " ", None):
            return
        for getter, setter, colour in of_markers:
            drawn = self.style.of(colour)
            if self.to_rgba(getter()) != drawn:  # it does not follow the line
                self.changes.make(line, (setter, drawn))
        self.ensure_area(of_markers[1][2], of_markers[0][2], below)

    def patch(self, patch, below):
        face, edge = patch.get_facecolor(), patch.get_edgecolor()
        drawn_face, drawn_edge = self.style.of(face), self.style.of(edge)
        steps = [(patch.set_facecolor, drawn_face)] if drawn_face != face else []
        if drawn_edge != edge:
            steps.append((patch.set_edgecolor, drawn_edge))
        self.ensure_area(face, edge, below)
        if steps:
            self.changes.make(patch, *steps)
        hatch = patch.__dict__.get("_hatch_color")
        if patch.get_hatch() and hatch is not None and edge[3] == 0:
            self.changes.make(patch, (lambda colour: patch.__dict__.update(_hatch_color=colour), self.style.of(self.to_rgba(hatch))))
        if isinstance(patch, self.Cell):
            self.text(patch.get_text(), laid_on(patch.get_facecolor(), below))

    def of_many(self, colours, least, below):
        """The same for an array of colours, each row one of them."""
        numpy = self.numpy
        rows, which = (colours, None) if len(colours) < 64 else numpy.unique(colours, axis=0, return_inverse=True)
        if len(rows) > MOST_ARTISTS:
            raise Unsuitable
        drawn = [self.style.of(tuple(map(float, row))) for row in rows]
        for before, after in zip(rows, drawn):
            if tuple(before) == after:
                self.ensure(after, least, below)
        drawn = numpy.array(drawn).reshape(-1, 4)
        return drawn if which is None else drawn[numpy.ravel(which)]

    def collection(self, collection, below):
        array = collection.get_array()
        edges_follow = isinstance(collection.__dict__.get("_edgecolors"), str)
        lines = isinstance(collection, (self.LineCollection, self.ContourSet))
        if array is not None:
            # Its colours are a scale, which stays. It has to be seen from end to end.
            values = self.numpy.ma.compressed(self.numpy.ma.masked_invalid(array)).ravel()
            shown = collection.to_rgba(values[:: max(1, len(values) // 1000)]) if len(values) else []
            for row in shown:
                self.ensure(tuple(map(float, row)), LEAST_OF_LINES if lines else LEAST_OF_AREAS, below)
            if lines:
                return
        steps = []
        faces, edges = self.numpy.array(collection.get_facecolor()), self.numpy.array(collection.get_edgecolor())
        if array is None and len(faces):
            drawn = self.of_many(faces, LEAST_OF_AREAS, below)
            if not self.numpy.array_equal(drawn, faces):
                steps.append((collection.set_facecolor, drawn))
        if not edges_follow and len(edges):
            drawn = self.of_many(edges, LEAST_OF_LINES if lines else 1.0, below)
            if not self.numpy.array_equal(drawn, edges):
                steps.append((collection.set_edgecolor, drawn))
        if steps:
            self.changes.make(collection, *steps)


def show(format, figure, asked):
    """format(figure), which prints the figure and tells its data and metadata, but in the style that was asked for."""
    canvas = figure.canvas
    original = canvas.print_figure
    printed = []

    def print_figure(*arguments, **options):
        # As IPython does it, and nobody else.
        if len(arguments) != 1 or options.get("format") not in ("png", "svg") or options.get("facecolor") != figure.get_facecolor():
            return original(*arguments, **options)
        changes = Changes()
        before = {name: canvas.__dict__[name] for name in ("renderer", "_lastKey") if name in canvas.__dict__}
        try:
            try:
                style = Style(asked)
                Painter(style, changes).paint(figure)
            except Exception:
                changes.undo()
                return original(*arguments, **options)
            printed.append(style.name)
            return original(*arguments, **{**options, "facecolor": (*WHITE, 0.0)})
        finally:
            changes.undo()
            # What was drawn is nobody's business but that of the output.
            for name in ("renderer", "_lastKey"):
                canvas.__dict__.pop(name, None)
            canvas.__dict__.update(before)

    canvas.print_figure = print_figure
    try:
        data, metadata = format(figure)
    finally:
        canvas.__dict__.pop("print_figure", None)
    if printed:
        # As matplotlib-inline says it of transparent figures.
        metadata = {**metadata, "needs_background": printed[0]}
    return data, metadata

